import type { Instant } from '@tallyboard/core/time/units.ts';
import { type Json, type Mirror, objects, platform } from './context.ts';
import { fetchOne, unlessHidden } from './lists.ts';

/** Issues whose worklogs changed, and from where to look for changes the next time. */
export interface WorklogChanges {
  readonly issues: string[];
  readonly updatedMs: Instant | null;
  readonly deletedMs: Instant | null;
}

/**
 * Worklogs that were changed or deleted since the last look: an issue's time of update does not tell of each of them.
 * Jira says so for the whole site; what is of no mirrored issue is passed over.
 */
export async function findWorklogChanges(
  mirror: Mirror,
  known: ReadonlyMap<string, number>,
): Promise<WorklogChanges> {
  const { worklogsUpdatedMs, worklogsDeletedMs } = mirror.state;
  const [updated, deleted] = await Promise.all([
    changedIds(mirror, 'updated', worklogsUpdatedMs),
    changedIds(mirror, 'deleted', worklogsDeletedMs),
  ]);
  const issues = new Set<string>();
  for (const worklog of await fetchWorklogsById(mirror, updated.ids)) {
    const issueId = String(worklog.issueId);
    if (!known.has(issueId)) continue;
    if (await isNew(mirror, worklog)) issues.add(issueId);
  }
  for (const { issueId } of await mirror.store.worklogsByIds(deleted.ids)) issues.add(issueId);
  return { issues: [...issues], updatedMs: updated.untilMs, deletedMs: deleted.untilMs };
}

async function isNew({ store }: Mirror, worklog: Json): Promise<boolean> {
  const [stored] = await store.worklogsByIds([String(worklog.id)]);
  return stored?.document.updated !== worklog.updated;
}

interface Changed {
  readonly ids: string[];
  readonly untilMs: Instant | null;
}

async function changedIds(
  mirror: Mirror,
  kind: 'updated' | 'deleted',
  sinceMs: Instant | null,
): Promise<Changed> {
  if (sinceMs === null) return { ids: [], untilMs: null };
  const ids = new Set<string>();
  const path = `${platform(mirror.client)}/worklog/${kind}`;
  for (let since = sinceMs; ; ) {
    const page = await unlessHidden(fetchOne(mirror, { path, query: { since } }));
    // Switched-off time tracking hides the list; it may come back.
    if (page === null) return { ids: [...ids], untilMs: since };
    for (const { worklogId } of objects(page.values)) ids.add(String(worklogId));
    const until = Number(page.until);
    const isLast = page.lastPage !== false || !Number.isFinite(until) || until <= since;
    if (isLast) return { ids: [...ids], untilMs: Number.isFinite(until) ? until : since };
    since = until;
  }
}

const LISTED_AT_ONCE = 1_000;

async function fetchWorklogsById(mirror: Mirror, ids: readonly string[]): Promise<Json[]> {
  const { client, signal } = mirror;
  const found: Json[] = [];
  for (let at = 0; at < ids.length; at += LISTED_AT_ONCE) {
    const body = { ids: ids.slice(at, at + LISTED_AT_ONCE).map(Number) };
    const request = { method: 'POST', path: `${platform(client)}/worklog/list`, body } as const;
    found.push(...objects(await client.send(request, { signal, reads: true })));
  }
  return found;
}
