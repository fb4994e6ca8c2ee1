import { HOUR, type Instant, type Milliseconds } from '@tallyboard/core/time/units.ts';
import { BURST_MS, type JiraClient } from '@tallyboard/jira/client.ts';
import { fetchIssuesOfWorklogs, fetchWorklogChanges } from '@tallyboard/jira/endpoints/worklog.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { inBatches } from '../load/session.ts';
import type { CachedIssue } from './cached-issue.ts';

/** Jira leaves out the changes of the last minute, and its clock may differ from that of this machine. */
const OVERLAP_MS = 600_000;
const LISTED_AT_ONCE = 1_000;

/**
 * The cached issues whose worklogs were added, changed or deleted since an instant, which does not always change the issue's
 * `updated`; all with worklogs where Jira does not say.
 * @param maxAge how old the answer may be.
 */
export async function findWorklogChanges(
  client: JiraClient,
  held: ReadonlyMap<string, CachedIssue>,
  since: Instant,
  signal: AbortSignal,
  maxAge: Milliseconds = BURST_MS,
): Promise<ReadonlySet<string>> {
  const issueOf = new Map<string, string>();
  for (const issue of held.values())
    for (const { id } of worklogsOf(issue)) issueOf.set(String(id), issue.id);
  const from = Math.floor((since - OVERLAP_MS) / HOUR) * HOUR;
  // Queries of one dashboard ask the same.
  const shared = client.reusing(maxAge);
  try {
    const [updated, deleted] = await Promise.all([
      fetchWorklogChanges(shared, 'updated', from, signal),
      fetchWorklogChanges(shared, 'deleted', from, signal),
    ]);
    const added = updated.map(each => each.worklogId).filter(id => !issueOf.has(id));
    await inBatches(added, LISTED_AT_ONCE, async ids => {
      for (const [id, issue] of await fetchIssuesOfWorklogs(shared, ids, signal))
        issueOf.set(id, issue);
    });
    const changed = new Set<string>();
    for (const { worklogId, time } of [...updated, ...deleted]) {
      const issue = held.get(issueOf.get(worklogId) ?? '');
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
