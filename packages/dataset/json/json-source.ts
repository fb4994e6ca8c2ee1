/** The issues of any Jira, by its REST API. */
import type { Coverage, Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { LoadWatch, Source, SourceSite } from '../source.ts';
import { type BoardData, loadBoardData } from './boards.ts';
import { readQuery } from './cloud-issues.ts';
import type { AskedLists } from './collector.ts';
import { CoverageCounter } from './coverage.ts';
import { complete } from './details.ts';
import { nameEpics, readParentEpics } from './epics.ts';
import { loadMetadata } from './metadata.ts';
import { createProgressMeter } from './progress.ts';
import { type LoadSession, planReading, type ReadPlan } from './session.ts';

/** @param site its metadata are read concurrently with the issues when absent. */
export const json = ({
  client,
  metadata = signal => loadMetadata(client, signal),
  now = Date.now,
}: Pick<SourceSite, 'client'> & Partial<SourceSite>): Source => ({
  open: (jql, requirement, watch = {}) =>
    inSession({ client, jql, requirement, watch }, async (session, boardData) => {
      const planned = metadata(session.signal).then(found => planReading(session, found));
      offerRunning(session, planned, boardData, now, watch);
      const issueIds = readQuery(session, planned);
      const [plan, ids, boards] = await Promise.all([planned, issueIds, boardData]);
      return finish(session, plan, ids, boards, now());
    }),
});

interface Load {
  readonly client: JiraClient;
  readonly jql: string;
  readonly requirement: Requirement;
  readonly watch: LoadWatch;
}

/** Runs a load; then ends calls that its result did not wait for, such as the count for the progress. */
export async function inSession<T>(
  { client, jql, requirement, watch }: Load,
  load: (session: LoadSession, boardData: Promise<BoardData>) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const signal = watch.signal ? AbortSignal.any([watch.signal, done.signal]) : done.signal;
  const session = openSession(client, { jql, requirement }, signal, watch);
  const boardData = loadBoardData(client, requirement, signal).then(boards => {
    for (const text of boards.unread) session.coverage.reason(text);
    return boards;
  });
  // Awaited after the issues.
  boardData.catch(() => {});
  try {
    return await load(session, boardData);
  } finally {
    done.abort();
  }
}

export function openSession(
  client: JiraClient,
  { jql, requirement }: Pick<Load, 'jql' | 'requirement'>,
  signal: AbortSignal,
  { onProgress, ids = null }: LoadWatch = {},
): LoadSession {
  return {
    client,
    jql,
    requirement,
    signal,
    progress: createProgressMeter(onProgress),
    coverage: new CoverageCounter(),
    warnings: new Set(),
    listed: { ids },
    failures: [],
  };
}

/** From so many issues on they are kept in columns: as objects they take 2 kB each. */
const MIN_PACKED = 5000;

async function pack(issues: readonly Issue[], { requirement }: LoadSession) {
  // The file is missing where a newer version has replaced it: the issues then stay objects.
  const code = await import('../columns/pack-issues.ts').catch(() => null);
  return code ? code.packIssues(issues, requirement.customFields) : issues;
}

/** Builds the dataset. `fetchedAt` is from before the last details are read: never later than the data. */
export async function finish(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  boards: BoardData,
  fetchedAt: number,
): Promise<Dataset> {
  const { collector } = plan;
  if (collector.size === 0 && session.failures.length > 0) throw session.failures[0];
  await complete(session, plan);
  const late = plan.collector.lateBeginnings();
  if (late.length > 0)
    await (await import('./history-beginnings.ts')).checkBeginnings(session, plan, late);
  collector.finish(askedLists(session));
  plan.pool.settleCategories();
  const read = collector.issues(ids);
  if (plan.pool.hasSprintNames) {
    const { nameSprints } = await import('./sprint-names.ts');
    await nameSprints(session, read, [...plan.pool.sprints.values(), ...boards.sprints]);
  }
  await Promise.all([nameEpics(session, plan, read), readParentEpics(session, plan, read)]);
  const issues = read.length < MIN_PACKED ? read : await pack(read, session);
  session.progress.finish();
  return datasetOf(session, plan, boards, issues, session.coverage.result(), fetchedAt);
}

export const askedLists = ({ requirement: { history, worklogs } }: LoadSession): AskedLists => ({
  histories: history.length > 0,
  worklogs: worklogs !== 'none',
});

const NONE = { fetched: 0, total: 0 };

/** Hands out the load for reading while it runs. */
export function offerRunning(
  session: LoadSession,
  planned: ReadPlan | Promise<ReadPlan>,
  boardData: Promise<BoardData>,
  now: () => number,
  { onRunning }: LoadWatch,
): void {
  if (!onRunning) return;
  const asked = askedLists(session);
  const offer = ([plan, boards]: [ReadPlan, BoardData]) =>
    onRunning({
      count: () => plan.collector.readableCount(asked),
      read() {
        const issues = plan.collector.readable(asked);
        const count = { fetched: issues.length, total: session.progress.issueTotal() };
        const coverage = {
          issues: count,
          worklogs: NONE,
          histories: NONE,
          reasons: [],
          complete: false,
        };
        return datasetOf(session, plan, boards, issues, coverage, now());
      },
    });
  // The load itself reports a failure.
  Promise.all([planned, boardData]).then(offer, () => {});
}

export function datasetOf(
  session: LoadSession,
  { metadata, pool }: ReadPlan,
  boards: BoardData,
  issues: readonly Issue[],
  coverage: Coverage,
  fetchedAt: number,
): Dataset {
  const sprints = [...pool.sprints.values(), ...boards.sprints];
  return {
    jql: session.jql,
    issues,
    fields: metadata.fields,
    special: metadata.special,
    statuses: pool.statuses,
    sprints: new Map(sprints.map(sprint => [sprint.id, sprint])),
    boardSprints: boards.boardSprints,
    boards: boards.boards,
    boardConfigurations: boards.configurations,
    coverage,
    warnings: [...session.warnings, ...boards.warnings],
    fetchedAt,
  };
}
