import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Coverage, Dataset } from '@tallyboard/core/model/dataset.ts';
import { mayHaveWorklogs, NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { BURST_MS, type JiraClient } from '@tallyboard/jira/client.ts';
import { CoverageCounter, issueCount, whyFailed } from '../load/coverage.ts';
import { complete, readIssues } from '../load/details.ts';
import type { Metadata } from '../load/metadata.ts';
import { openSession } from '../load/open-session.ts';
import { type LoadSession, planReading } from '../load/session.ts';
import { type CachedIssue, holdsAll, isOutdated, needsOf, oldestOf } from './cached-issue.ts';
import type { IssueCache } from './issue-cache.ts';
import { createRecorder } from './recorder.ts';
import { serveCached } from './serve-cached.ts';
import { findWorklogChanges } from './worklog-changes.ts';

/** The dataset with all worklogs of the issues that may have some since an instant; the others keep what they have. */
export async function addWorklogs(
  client: JiraClient,
  dataset: Dataset,
  since: Instant,
  {
    metadata,
    cache,
    now,
    signal,
  }: {
    readonly metadata: Metadata;
    /** Null where issues are not cached. */
    readonly cache: IssueCache | null;
    readonly now: () => number;
    readonly signal: AbortSignal;
  },
): Promise<Dataset> {
  const wanted = dataset.issues.filter(issue => mayHaveWorklogs(issue, since));
  if (wanted.length === 0) return dataset;
  const at = now();
  const requirement = { ...NO_REQUIREMENT, worklogs: 'all' as const };
  const session = openSession(client, { jql: dataset.jql, requirement }, signal);
  const plan = planReading(session, metadata);
  const { collector } = plan;
  const ids = wanted.map(({ id }) => id);
  const held = cache && (await cache.entries(ids)).issues;
  const needs = needsOf(plan);
  const current = wanted.flatMap(({ id, updated }) => {
    const issue: CachedIssue | undefined = held?.get(id);
    const isCurrent =
      issue &&
      !isOutdated(issue) &&
      holdsAll(issue, needs) &&
      parseInstant(String(issue.fields.updated)) === updated;
    return isCurrent ? issue : [];
  });
  const oldest = oldestOf(current);
  // What another gadget has asked since the issues were listed is new enough, however long that took.
  const maxAge = Math.max(BURST_MS, at - dataset.fetchedAt);
  const byId = new Map(current.map(issue => [issue.id, issue]));
  const logged =
    current.length > 0 && !cache?.isRecent(oldest)
      ? await findWorklogChanges(client, byId, oldest, signal, maxAge)
      : new Set<string>();
  for (const id of logged) byId.delete(id);
  serveCached(session, plan, [...byId.values()]);

  const names = new Map<string, string>(wanted.map(({ id, key }) => [id, key]));
  for (const id of byId.keys()) names.delete(id);
  const recorder = createRecorder(plan.fields);
  collector.listener = recorder.listener;
  // An issue that cannot be read again lacks only its worklogs: the dataset has the issue.
  await readIssues({ ...session, coverage: new CoverageCounter() }, plan, [...names.keys()], names);
  await complete(session, plan);
  collector.listener = null;
  if (names.size > 0) await cache?.keep(recorder.issues(plan, at));
  collector.finish({ histories: false, worklogs: true });

  const read = new Map(collector.issues(ids).map(issue => [issue.id, issue]));
  return {
    ...dataset,
    issues: dataset.issues.map(issue => {
      const { worklogs, worklogsComplete } = read.get(issue.id) ?? issue;
      return read.has(issue.id) ? copyIssue(issue, { worklogs, worklogsComplete }) : issue;
    }),
    coverage: joinCoverage(dataset.coverage, session, wanted.length - read.size),
  };
}

/** The coverage of a dataset with that of its worklogs; `unread` issues could not be read again. */
function joinCoverage(
  held: Coverage,
  { coverage, failures }: LoadSession,
  unread: number,
): Coverage {
  const { worklogs, reasons, lasting: ofWorklogs = [] } = coverage.result();
  const own = [...reasons];
  if (unread > 0) {
    const why = failures.length > 0 ? whyFailed(failures[0]) : 'Jira did not hand them out.';
    own.push(`The worklogs of ${issueCount(unread)} are missing: ${why}`);
  }
  if (own.length === 0) return { ...held, worklogs };
  const reasonsOf = {
    ...held.reasonsOf,
    worklogs: [...(held.reasonsOf?.worklogs ?? []), ...own],
  };
  const lasting = [...(held.lasting ?? []), ...ofWorklogs];
  return {
    ...held,
    worklogs,
    reasons: [...held.reasons, ...own],
    reasonsOf,
    ...(lasting.length > 0 && { lasting }),
    complete: false,
  };
}
