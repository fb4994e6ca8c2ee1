import type { Issue, ParentRef } from '@tallyboard/core/model/issue.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { BULK_SIZE, fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { readWireIssues } from '@tallyboard/jira/wire/read-issue.ts';
import { asObject, isName } from '@tallyboard/records/values.ts';
import { CoverageCounter, whyFailed } from './coverage.ts';
import { inBatches, type LoadSession, planReading, type ReadPlan } from './session.ts';

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

/** Reads the epics of parents that are not among the issues, for their sub-tasks. An epic that cannot be read stays unknown. */
export async function readParentEpics(
  session: LoadSession,
  { metadata }: Pick<ReadPlan, 'metadata'>,
  issues: readonly Issue[],
): Promise<void> {
  const { client, signal } = session;
  if (!session.requirement.parts.includes('parent')) return;
  const missing = new Map<string, { epic?: ParentRef | null }>();
  for (const { type, epic, parent } of issues)
    if (type.level < 0 && epic === null && parent !== null) missing.set(parent.key, parent);
  if (missing.size > 0) for (const { key } of issues) missing.delete(key);
  if (missing.size === 0) return;
  const coverage = new CoverageCounter();
  const plan = planReading({ ...session, coverage, requirement: OF_PARENTS }, metadata);
  const ids: string[] = [];
  await inBatches([...missing.keys()], BULK_SIZE, async keys => {
    try {
      const shape = { fields: plan.fields };
      const { issues: raw } = await fetchIssuesById(client, keys, shape, signal);
      ids.push(...plan.collector.add(await readWireIssues(raw)));
    } catch (error) {
      if (isAbort(error)) throw error;
    }
  });
  await nameEpics(session, plan, issues);
  for (const { id, key, summary, type, epic } of plan.collector.issues(ids)) {
    const parent = missing.get(key);
    if (parent) parent.epic = type.level === 1 ? { id, key, summary, level: 1 } : epic;
  }
}

const OF_PARENTS: Requirement = { ...NO_REQUIREMENT, parts: ['parent'] };

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
