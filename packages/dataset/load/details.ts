/** Issues by id, and the histories and worklogs that do not come with them, or not all of them. */
import {
  BULK_CHANGELOG_ISSUES,
  type BulkChangelogQuery,
  type IssueHistories,
  walkBulkChangelogs,
} from '@tallyboard/jira/endpoints/changelog.ts';
import { fetchIssueHistories } from '@tallyboard/jira/endpoints/issue.ts';
import { BULK_SIZE, fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { fetchWorklogs } from '@tallyboard/jira/endpoints/worklog.ts';
import { CUT_WORDS } from '@tallyboard/jira/paginate.ts';
import {
  readWireHistories,
  readWireIssues,
  readWireWorklogs,
} from '@tallyboard/jira/wire/read-issue.ts';
import { RECEIVED } from '@tallyboard/jira/wire/received.ts';
import type { CutIssue } from './collector.ts';
import { issueCount } from './coverage.ts';
import { inBatches, type LoadSession, type ReadPlan, readPart } from './session.ts';

export const NOT_HANDED_OUT = 'Jira did not hand them out.';

/** Reads issues by id, with their histories where the plan wants them. `names` are the keys, which Data Center needs. */
export async function readIssues(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await Promise.all([
    readBatches(session, plan, ids, names),
    session.client.flavour === 'cloud' && readAllHistories(session, plan, ids),
  ]);
}

/** Reads issues by id, with the histories that come with them. */
export async function readBatches(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const isCloud = session.client.flavour === 'cloud';
  const nameOf = (id: string) => (isCloud ? id : (names.get(id) ?? id));
  await inBatches(ids, BULK_SIZE, batch => readBatch(session, plan, batch, nameOf));
}

/** Reads up to 100 issues by id; `nameOf` gives the name by which the host knows one. */
export async function readBatch(
  session: LoadSession,
  plan: ReadPlan,
  batch: readonly string[],
  nameOf: (id: string) => string = id => id,
): Promise<void> {
  const { client, coverage, progress, signal } = session;
  const { collector, fields, expand } = plan;
  const shape = { fields, expand, properties: [RECEIVED] };
  let came = 0;
  const read = async () => {
    const { issues, errors } = await fetchIssuesById(client, batch.map(nameOf), shape, signal);
    came = collector.add(await readWireIssues(issues)).length;
    const gone = batch.filter(id => !collector.has(id)).length;
    const failed = Math.min(errors.length, gone);
    if (failed > 0) coverage.missing('issues', failed, `Jira could not read them (${errors[0]}).`);
    if (gone > failed) {
      coverage.missing('issues', gone - failed, 'Jira found them but did not hand them out.');
    }
  };
  await readPart(session, read, why => coverage.missing('issues', batch.length, why));
  coverage.fetched('issues', came, batch.length);
  progress.done('issues', batch.length);
}

/** Completes histories and worklogs that the host truncated, and doubts histories that cannot be empty. */
export async function complete(session: LoadSession, plan: ReadPlan): Promise<void> {
  await Promise.all([completeHistories(session, plan), completeWorklogs(session, plan)]);
  if (plan.wantsHistories && !session.client.isReplica)
    plan.collector.doubtEmptyHistories(plan.historyFields);
}

/** Cloud: reads histories by calls of their own, unless they come with the issues or are not needed. */
export async function readAllHistories(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
): Promise<void> {
  const { historyFields, wantsHistories, expand, collector } = plan;
  if (!wantsHistories || expand.length > 0) return;
  const fieldIds = historyFields ?? undefined;
  await inBatches(ids, BULK_CHANGELOG_ISSUES, batch =>
    readHistories(session, plan, { ids: batch, fieldIds }),
  );
  if (historyFields !== null) return;
  const count = ids.reduce((sum, id) => sum + collector.historyCount(id), 0);
  session.coverage.fetched('histories', count, count);
}

/**
 * Cloud: reads the histories of up to 1,000 issues to the last page, of the named fields alone or of all. An issue
 * whose histories do not come whole keeps what it has and counts as incomplete.
 */
export async function readHistories(
  session: LoadSession,
  plan: ReadPlan,
  query: BulkChangelogQuery,
): Promise<void> {
  const { coverage, progress } = session;
  const { ids, fieldIds } = query;
  progress.expect('others', ids.length);
  const read = async () => {
    const { fetched, unread } = await readHistoryPages(session, plan, query);
    for (const id of ids) plan.collector.wholeHistories.add(id);
    // Narrowed to fields, the host names no total; all pages are there.
    if (fieldIds) coverage.fetched('histories', fetched, fetched + unread);
  };
  await readPart(session, read, why => {
    coverage.reason(
      `The histories of ${issueCount(ids.length)} are incomplete: ${why}`,
      'histories',
    );
    if (fieldIds) coverage.fetched('histories', 0, null);
  });
  progress.done('others', ids.length);
}

async function readHistoryPages(
  { client, signal }: LoadSession,
  { collector }: ReadPlan,
  query: BulkChangelogQuery,
) {
  let fetched = 0;
  let unread = 0;
  const add = async (issues: readonly IssueHistories[]) => {
    for (const { issueId, changeHistories } of issues) {
      const added = collector.addHistories(issueId, await readWireHistories(changeHistories));
      fetched += added.fresh;
      unread += added.unread;
    }
  };
  const { cut } = await walkBulkChangelogs(client, query, add, signal);
  if (cut !== null) throw new Error(CUT_WORDS[cut]);
  return { fetched, unread };
}

/** Reads truncated histories whole, and counts them against the totals that came with their issues. */
async function completeHistories(session: LoadSession, plan: ReadPlan): Promise<void> {
  const { client, coverage } = session;
  const { collector } = plan;
  // Taken out, so that each is completed once however often this is called.
  const cut = collector.cutHistories.splice(0);
  const ids = cut.map(issue => issue.id);
  await (client.flavour === 'cloud'
    ? inBatches(ids, BULK_CHANGELOG_ISSUES, batch => readHistories(session, plan, { ids: batch }))
    : Promise.all(ids.map(id => readOwnHistories(session, plan, id))));
  for (const { id, key, inlined, total } of cut) {
    const isWhole = collector.wholeHistories.has(id);
    const fetched = isWhole ? collector.historyCount(id) : inlined;
    coverage.fetched('histories', fetched, Math.max(total, fetched));
    if (isWhole && fetched < total) {
      collector.shortHistories.add(id);
      coverage.missing('histories', total - fetched, NOT_HANDED_OUT, key);
    }
  }
}

async function readOwnHistories(session: LoadSession, plan: ReadPlan, id: string): Promise<void> {
  const { client, coverage, progress, signal } = session;
  progress.expect('others', 1);
  const read = async () => {
    const { items, cut } = await fetchIssueHistories(client, id, signal);
    plan.collector.addHistories(id, await readWireHistories(items));
    if (cut !== null) throw new Error(cut);
    plan.collector.wholeHistories.add(id);
  };
  await readPart(session, read, why =>
    coverage.reason(`Histories are incomplete: ${why}`, 'histories'),
  );
  progress.done('others', 1);
}

/** Hosts inline the 20 oldest worklogs of an issue: reads all worklogs of issues that have more. */
export async function completeWorklogs(session: LoadSession, plan: ReadPlan): Promise<void> {
  // Taken out, so that each is completed once however often this is called.
  const cut = plan.collector.cutWorklogs.splice(0);
  session.progress.expect('others', cut.length);
  await Promise.all(cut.map(issue => readWorklogs(session, plan, issue)));
}

async function readWorklogs(
  session: LoadSession,
  { collector }: ReadPlan,
  { id, key, inlined, total }: CutIssue,
): Promise<void> {
  const { client, coverage, progress, requirement, signal } = session;
  const range = typeof requirement.worklogs === 'object' ? requirement.worklogs : undefined;
  const read = async () => {
    const { items, total: named, cut } = await fetchWorklogs(client, id, range, signal);
    if (cut !== null) throw new Error(cut);
    const { worklogs, lost, unread } = await readWireWorklogs(items);
    for (const repair of lost) coverage.lost(repair, key);
    const expected = collector.hasMissingWorklogs(id) ? 0 : (named ?? 0);
    const all = Math.max(worklogs.length + unread, expected);
    collector.setWorklogs(id, worklogs, worklogs.length === all);
    coverage.fetched('worklogs', worklogs.length, all);
    const absent = all - worklogs.length - unread;
    if (absent > 0) coverage.missing('worklogs', absent, NOT_HANDED_OUT, key);
  };
  await readPart(session, read, why => {
    coverage.fetched('worklogs', inlined, total);
    coverage.missing('worklogs', total - inlined, why, key);
  });
  progress.done('others', 1);
}
