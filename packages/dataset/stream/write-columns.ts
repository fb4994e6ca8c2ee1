import type { JiraClient } from '@tallyboard/jira/client.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { Variants } from '@tallyboard/jira/normalize/variants.ts';
import { fitsStream } from '../columns/stream.ts';
import { type StoredIssue, toArrow } from '../columns/to-arrow.ts';
import { complete, readIssues } from '../load/details.ts';
import { nameEpics } from '../load/epics.ts';
import { askedLists } from '../load/finish.ts';
import type { Metadata } from '../load/metadata.ts';
import { openSession } from '../load/open-session.ts';
import { planReading } from '../load/session.ts';
import { requireAll } from './select-columns.ts';

/** Issues that are read at once. */
const BATCH_SIZE = 200;

/**
 * Issues as columns, with all that any report may require of them, read from a Jira as any load reads them. Null where a
 * list of an issue is not complete or too long, or issues describe one user or status in two ways. Throws where a call fails.
 */
export async function writeColumns(
  client: JiraClient,
  metadata: Metadata,
  issueIds: readonly string[],
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const requirement = requireAll(metadata);
  const session = openSession(client, { jql: '', requirement }, signal);
  const variants = new Variants();
  const plan = planReading(session, metadata, new Pool(metadata.statuses, variants));
  const { collector } = plan;
  const historyCounts = new Map<string, number>();
  collector.listener = {
    issue(wire) {
      historyCounts.set(String(wire.id), wire.changelog?.total ?? 0);
      return wire;
    },
    histories() {},
    worklogs() {},
  };
  // One after another: the JSON of all would take much memory.
  for (let at = 0; at < issueIds.length; at += BATCH_SIZE) {
    await readIssues(session, plan, issueIds.slice(at, at + BATCH_SIZE), new Map());
    await complete(session, plan);
  }
  collector.finish(askedLists(session));
  const issues = collector.issues(issueIds);
  await nameEpics(session, plan, issues);
  if (session.failures.length > 0) throw session.failures[0];
  const isComplete =
    !variants.hasConflict &&
    // Sprints of other issues may have these names.
    !plan.pool.hasSprintNames &&
    session.coverage.result().complete &&
    session.warnings.size === 0 &&
    issues.length === issueIds.length &&
    issues.every(issue => issue.historyComplete && issue.worklogsComplete && fitsStream(issue));
  if (!isComplete) return null;
  return toArrow(
    issues.map((issue): StoredIssue => {
      return { issue, historyCount: historyCounts.get(issue.id) ?? 0 };
    }),
    { linked: new Set(plan.pool.epicsByKey.values()) },
  );
}
