import { HOUR, type Instant } from '@tallyboard/core/time/units.ts';
import { asObject } from '@tallyboard/records/values.ts';
import { BURST_MS, type JiraClient } from '../client.ts';
import { isAbort } from '../errors.ts';
import type { CachedIssue } from './cached-issue.ts';

/** Jira leaves out the changes of the last minute, and its clock may differ from that of this machine. */
const OVERLAP_MS = 600_000;
const LISTED_AT_ONCE = 1_000;

/**
 * The cached issues whose worklogs were added, changed or deleted since an instant, which does not always change the issue's
 * `updated`; all with worklogs where Jira does not say.
 */
export async function findWorklogChanges(
  client: JiraClient,
  held: ReadonlyMap<string, CachedIssue>,
  since: Instant,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const issueOf = new Map<string, string>();
  for (const issue of held.values())
    for (const { id } of worklogsOf(issue)) issueOf.set(String(id), issue.id);
  // Queries of one dashboard ask the same.
  const from = Math.floor((since - OVERLAP_MS) / HOUR) * HOUR;
  try {
    const [updated, deleted] = await Promise.all([
      fetchChanges(client, 'updated', from, signal),
      fetchChanges(client, 'deleted', from, signal),
    ]);
    const added = [...updated.keys()].filter(id => !issueOf.has(id));
    for (const [id, issue] of await fetchIssuesOf(client, added, signal)) issueOf.set(id, issue);
    const changed = new Set<string>();
    for (const [id, time] of [
      ...updated,
      ...[...deleted.keys()].map(id => [id, Number.POSITIVE_INFINITY] as const),
    ]) {
      const issue = held.get(issueOf.get(id) ?? '');
      if (issue && time >= issue.at - OVERLAP_MS) changed.add(issue.id);
    }
    return changed;
  } catch (error) {
    if (isAbort(error)) throw error;
    return new Set(issueOf.values());
  }
}

const worklogsOf = ({ fields }: CachedIssue): readonly { readonly id?: unknown }[] =>
  (fields.worklog as { readonly worklogs: readonly { readonly id?: unknown }[] } | undefined)
    ?.worklogs ?? [];

const base = ({ flavour }: JiraClient) => `/rest/api/${flavour === 'cloud' ? 3 : 2}/worklog`;

/** Times of change by the ids of worklogs. */
async function fetchChanges(
  client: JiraClient,
  kind: 'updated' | 'deleted',
  from: Instant,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Instant>> {
  const times = new Map<string, Instant>();
  for (let since = from; ; ) {
    const request = { method: 'GET', path: `${base(client)}/${kind}`, query: { since } } as const;
    const page = asObject(await client.reusing(BURST_MS).send(request, { signal }));
    if (!Array.isArray(page?.values)) throw new Error(`worklog/${kind} has no list.`);
    for (const { worklogId, updatedTime } of page.values)
      times.set(String(worklogId), Number(updatedTime));
    const until = Number(page.until);
    if (page.lastPage !== false || !(until > since)) return times;
    since = until;
  }
}

async function fetchIssuesOf(
  client: JiraClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly [string, string])[]> {
  const batches = Array.from({ length: Math.ceil(ids.length / LISTED_AT_ONCE) }, (_, at) =>
    ids.slice(at * LISTED_AT_ONCE, (at + 1) * LISTED_AT_ONCE).map(Number),
  );
  const lists = await Promise.all(
    batches.map(batch =>
      client
        .reusing(BURST_MS)
        .send(
          { method: 'POST', reads: true, path: `${base(client)}/list`, body: { ids: batch } },
          { signal },
        ),
    ),
  );
  return lists.flatMap(list => {
    if (!Array.isArray(list)) throw new Error('worklog/list has no list.');
    return list.map(({ id, issueId }) => [String(id), String(issueId)] as const);
  });
}
