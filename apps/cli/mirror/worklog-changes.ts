import type { Instant } from '@tallyboard/core/time/units.ts';
import { WireError } from '@tallyboard/jira/errors.ts';
import { asObjects, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { batchesOf, type Mirror, platform } from './context.ts';
import { fetchOne, unlessHidden } from './lists.ts';

/**
 * Issues whose worklogs were changed or deleted since the previous round, which does not always change their `updated`,
 * and where the next search starts. Jira lists the worklogs of the whole site.
 */
export async function findWorklogChanges(mirror: Mirror, known: ReadonlyMap<string, number>) {
  const { worklogsUpdatedMs, worklogsDeletedMs } = mirror.state;
  const [updated, deleted] = await Promise.all([
    changedIds(mirror, 'updated', worklogsUpdatedMs),
    changedIds(mirror, 'deleted', worklogsDeletedMs),
  ]);
  const came = await fetchWorklogsById(mirror, updated.ids);
  const [before, gone] = await Promise.all([
    mirror.store.worklogs.byIds(updated.ids),
    mirror.store.worklogs.byIds(deleted.ids),
  ]);
  const times = new Map(before.map(({ id, document }) => [id, document.updated]));
  const issues = new Set(gone.map(({ issueId }) => issueId));
  for (const { id, issueId, updated: time } of came)
    if (known.has(String(issueId)) && times.get(String(id)) !== time) issues.add(String(issueId));
  return { issues: [...issues], updatedMs: updated.untilMs, deletedMs: deleted.untilMs };
}

async function changedIds(
  mirror: Mirror,
  kind: 'updated' | 'deleted',
  sinceMs: Instant | null,
): Promise<{ ids: string[]; untilMs: Instant | null }> {
  if (sinceMs === null) return { ids: [], untilMs: null };
  const ids = new Set<string>();
  const path = `${platform(mirror.client)}/worklog/${kind}`;
  for (let since = sinceMs; ; ) {
    const page = await unlessHidden(fetchOne(mirror, { path, query: { since } }, 'values'));
    // Switched-off time tracking hides the list; it may come back.
    if (page === null) return { ids: [...ids], untilMs: since };
    for (const { worklogId } of asObjects(page.values)) ids.add(String(worklogId));
    const until = Number(page.until);
    const isLast = page.lastPage !== false || !Number.isFinite(until) || until <= since;
    if (isLast) return { ids: [...ids], untilMs: Number.isFinite(until) ? until : since };
    since = until;
  }
}

const LISTED_AT_ONCE = 1_000;

async function fetchWorklogsById(mirror: Mirror, ids: readonly string[]): Promise<JsonObject[]> {
  const { client, signal } = mirror;
  const found: JsonObject[] = [];
  for (const batch of batchesOf(ids, LISTED_AT_ONCE)) {
    const body = { ids: batch.map(Number) };
    const request = { method: 'POST', path: `${platform(client)}/worklog/list`, body } as const;
    const reply = await client.send({ ...request, reads: true }, { signal });
    if (!Array.isArray(reply)) throw new WireError('worklog/list', 'a list', reply);
    found.push(...asObjects(reply));
  }
  return found;
}
