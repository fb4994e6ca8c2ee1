import type { Issue } from '@tallyboard/core/model/issue.ts';
import { BULK_SIZE, fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { asObject, isName } from '@tallyboard/records/values.ts';
import { whyFailed } from './coverage.ts';
import { inBatches, type LoadSession, type ReadPlan } from './session.ts';

/**
 * Names the epics that issues know by key alone (Epic Link): from the issues at hand, else by a key list. An epic that
 * cannot be read keeps its key for a name, with a warning.
 */
export async function nameEpics(
  session: LoadSession,
  plan: ReadPlan,
  issues: readonly Issue[],
): Promise<void> {
  const unnamed = plan.pool.epicsByKey;
  if (unnamed.size === 0) return;
  const missing = new Set(unnamed.keys());
  for (const issue of issues) {
    const epic = unnamed.get(issue.key);
    if (epic === undefined) continue;
    epic.id = issue.id;
    epic.summary = issue.epicName ?? issue.summary;
    missing.delete(issue.key);
  }
  await inBatches([...missing], BULK_SIZE, keys => fetchNames(session, plan, keys));
}

async function fetchNames(
  session: LoadSession,
  plan: ReadPlan,
  keys: readonly string[],
): Promise<void> {
  const nameFields = plan.metadata.special.epicName;
  try {
    const shape = { fields: ['summary', ...nameFields] };
    const { issues } = await fetchIssuesById(session.client, keys, shape, session.signal);
    for (const raw of issues) {
      const issue = asObject(raw);
      const epic = plan.pool.epicsByKey.get(String(issue?.key));
      if (issue === null || epic === undefined) continue;
      const fields = asObject(issue.fields) ?? {};
      epic.id = String(issue.id) as Issue['id'];
      epic.summary = [...nameFields.map(id => fields[id]), fields.summary].find(isName) ?? null;
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    session.warnings.add(`Some epics are shown by their keys: ${whyFailed(error)}`);
  }
}
