import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { EditedIssue } from '@tallyboard/core/model/edit.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchFirstIssues } from '@tallyboard/jira/endpoints/search.ts';
import { andClauses } from '@tallyboard/jira/jql/compose.ts';
import { rawIssueId } from '@tallyboard/jira/wire/issue.ts';
import { loadBoardData } from '../load/boards.ts';
import { complete, readIssues } from '../load/details.ts';
import { finish } from '../load/finish.ts';
import type { Metadata } from '../load/metadata.ts';
import { openSession } from '../load/open-session.ts';
import { inBatches, planReading } from '../load/session.ts';
import type { CacheUse } from './issue-cache.ts';
import { widenPlan } from './missing.ts';
import { createRecorder } from './recorder.ts';

/** Jira reconciles no more issues with its search index in one call. */
const MAX_RECONCILED = 50;

/** The dataset with these issues as Jira has them now, without those that its query no longer finds. */
export async function reloadIssues(
  client: JiraClient,
  dataset: Dataset,
  {
    requirement: asked,
    metadata,
  }: { readonly requirement: Requirement; readonly metadata: Metadata },
  changed: readonly EditedIssue[],
  {
    now,
    cache,
    signal,
  }: {
    readonly now: () => number;
    /** Updated too; null where issues are not cached. */
    readonly cache: Pick<CacheUse, 'cache' | 'alsoFields'> | null;
    readonly signal: AbortSignal;
  },
): Promise<Dataset> {
  const { jql, beside, above = [] } = dataset;
  const relatives = new Set<string>([...(beside?.ids ?? []), ...above.map(({ id }) => id)]);
  const fetchedAt = now();
  // The dataset has its relatives.
  const { forest: _forest, ...own } = asked;
  const session = openSession(client, { jql, requirement: own }, signal);
  const ownPlan = planReading(session, metadata);
  const recorder = createRecorder(ownPlan.fields);
  const plan = cache ? widenPlan(ownPlan, cache, await cache.cache.query(jql)) : ownPlan;
  plan.collector.listener = recorder.listener;
  const names = new Map(changed.map(({ id, key }) => [id as string, key as string]));
  const found = new Set<string>(changed.flatMap(({ id }) => (relatives.has(id) ? id : [])));
  await Promise.all([
    inBatches(changed, MAX_RECONCILED, async batch => {
      for (const id of await stillFound(client, jql, batch, signal)) found.add(id);
    }),
    readIssues(session, plan, [...names.keys()], names),
  ]);
  const [failure] = session.failures;
  if (failure !== undefined) throw failure;
  await complete(session, plan);
  plan.collector.listener = null;
  await cache?.cache.keep(recorder.issues(plan, fetchedAt));
  const boards = await loadBoardData(client, NO_REQUIREMENT, signal);
  const fresh = await finish(session, plan, [...found], boards, fetchedAt);
  const byId = new Map(fresh.issues.map(issue => [issue.id, issue]));
  const { revision: _, ...rest } = dataset;
  const current = (issue: Issue) => (names.has(issue.id) ? (byId.get(issue.id) ?? []) : issue);
  return {
    ...rest,
    issues: dataset.issues.flatMap(current),
    ...(dataset.above && { above: above.flatMap(current) }),
    statuses: new Map([...fresh.statuses, ...dataset.statuses]),
    sprints: new Map([...fresh.sprints, ...dataset.sprints]),
    fetchedAt,
  };
}

async function stillFound(
  client: JiraClient,
  jql: string,
  issues: readonly EditedIssue[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const keys = issues.map(({ key }) => key).join(', ');
  const { items } = await fetchFirstIssues(
    client,
    {
      jql: andClauses(jql, `issuekey in (${keys})`),
      fields: ['id'],
      max: issues.length,
      changed: issues.map(({ id }) => Number(id)),
    },
    signal,
  );
  return items.flatMap(item => rawIssueId(item) ?? []);
}
