import { fetchWorklogs } from '../endpoints/worklog.ts';
import { isAbort } from '../errors.ts';
import type { CutIssue } from './collector.ts';
import { NOT_HANDED_OUT, whyFailed } from './coverage.ts';
import type { LoadSession, ReadPlan } from './session.ts';

/** Hosts inline the 20 oldest worklogs of an issue: reads whole those of every issue that has more. */
export async function completeWorklogs(session: LoadSession, plan: ReadPlan): Promise<void> {
  // Taken out, so that each is completed once however often this is called.
  const cutWorklogs = plan.collector.cutWorklogs.splice(0);
  session.progress.expect('others', cutWorklogs.length);
  await Promise.all(cutWorklogs.map(issue => completeIssue(session, plan, issue)));
}

async function completeIssue(session: LoadSession, plan: ReadPlan, issue: CutIssue): Promise<void> {
  const { client, coverage, failures, progress, requirement, signal } = session;
  const range = typeof requirement.worklogs === 'object' ? requirement.worklogs : undefined;
  try {
    const { items, total } = await fetchWorklogs(client, issue.id, range, signal);
    const named = plan.collector.hasMissingWorklogs(issue.id)
      ? items.length
      : Math.max(items.length, total ?? 0);
    plan.collector.setWorklogs(issue.id, items, items.length === named);
    coverage.fetched('worklogs', items.length, named);
    if (named > items.length) {
      coverage.missing('worklogs', named - items.length, NOT_HANDED_OUT, issue.key);
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    failures.push(error);
    coverage.fetched('worklogs', issue.inlined, issue.total);
    coverage.missing('worklogs', issue.total - issue.inlined, whyFailed(error), issue.key);
  }
  progress.done('others', 1);
}
