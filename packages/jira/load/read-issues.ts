import { BULK_CHANGELOG_ISSUES } from '../endpoints/changelog.ts';
import { BULK_SIZE } from '../endpoints/search.ts';
import { readBatch } from './cloud-issues.ts';
import { completeHistories, readHistories } from './histories.ts';
import type { LoadSession, ReadPlan } from './session.ts';
import { completeWorklogs } from './worklogs.ts';

/** Reads issues by id, with their histories where the plan wants them. */
export async function readIssues(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const isCloud = session.client.flavour === 'cloud';
  const nameOf = (id: string) => (isCloud ? id : (names.get(id) ?? id));
  const parts: Promise<void>[] = [];
  for (let at = 0; at < ids.length; at += BULK_SIZE) {
    parts.push(readBatch(session, plan, ids.slice(at, at + BULK_SIZE), nameOf));
  }
  await Promise.all([...parts, isCloud && readAllHistories(session, plan, ids)]);
}

/** Cloud: reads histories by calls of their own, unless they come with the issues or are not needed. */
export async function readAllHistories(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
): Promise<void> {
  const { historyFields, wantsHistories, expand, collector } = plan;
  if (!wantsHistories || expand.length > 0) return;
  const parts: Promise<void>[] = [];
  for (let at = 0; at < ids.length; at += BULK_CHANGELOG_ISSUES) {
    const some = ids.slice(at, at + BULK_CHANGELOG_ISSUES);
    parts.push(readHistories(session, plan, some, historyFields ?? undefined));
  }
  await Promise.all(parts);
  if (historyFields !== null) return;
  const count = ids.reduce((sum, id) => sum + collector.historyCount(id), 0);
  session.coverage.fetched('histories', count, count);
}

/** Completes histories and worklogs that the host truncated. */
export async function complete(session: LoadSession, plan: ReadPlan): Promise<void> {
  await Promise.all([completeHistories(session, plan), completeWorklogs(session, plan)]);
}
