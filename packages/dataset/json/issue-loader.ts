import type { Coverage, Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { isVolatile } from '@tallyboard/jira/fields.ts';
import { readCachedIssues, readCompleteCached } from '../cached/cached-issues.ts';
import type { CacheUse, IssueCache } from '../cached/issue-cache.ts';
import { type BoardData, loadBoardData } from './boards.ts';
import { readQuery } from './cloud-issues.ts';
import type { AskedLists } from './collector.ts';
import { CoverageCounter } from './coverage.ts';
import { complete } from './details.ts';
import { nameEpics } from './epics.ts';
import { loadMetadata, type Metadata } from './metadata.ts';
import { createProgressMeter } from './progress.ts';
import { type LoadSession, planReading, type ReadPlan } from './session.ts';

export interface LoadRequest {
  readonly jql: string;
  readonly requirement: Requirement;
  /** Fetched concurrently with the issues when absent. */
  readonly metadata?: Metadata;
}

/** A load under way, for columns. */
export interface ColumnLoad {
  readonly session: LoadSession;
  readonly metadata: Metadata;
  readonly boardData: () => Promise<BoardData>;
  readonly now: () => number;
  /** The caller's dataset of the query and requirement; returned again when nothing changed. */
  readonly known?: Dataset | undefined;
}

/** Null where the issues must be read as JSON. */
export type LoadColumns = (load: ColumnLoad) => Promise<Dataset | null>;

export interface LoadSettings {
  readonly signal?: AbortSignal;
  /** 0 to 100, never going back. */
  readonly onProgress?: (percent: number) => void;
  /** Stamps the dataset's `fetchedAt`; the machine's clock by default. */
  readonly now?: () => number;
  /** The cache of issues; without it all issues are fetched. */
  readonly cache?: CacheUse;
  /** Loads the issues from columns, where the host has them and JSON would cost more. */
  readonly columns?: LoadColumns | undefined;
  /** Receives the load once it has all but issues, so that those that came can be read while it runs. */
  readonly onRunning?: (load: RunningLoad) => void;
}

/** A load under way. */
export interface RunningLoad {
  /** About how many issues `read` returns. */
  readonly count: () => number;
  /** The issues that came whole so far, in no order; what this costs the load is a copy of each. */
  readonly read: () => Dataset;
}

/**
 * Loads the issues of a query with what the requirement needs of them, and nothing else. What could not be read
 * is counted in the dataset's coverage with the reason; the failure itself (HttpError, NetworkError, WireError) is thrown
 * only when nothing could be read at all. Cancelling (the signal) rejects with the signal's reason.
 */
export async function loadDataset(
  client: JiraClient,
  request: LoadRequest,
  settings: LoadSettings = {},
): Promise<Dataset> {
  const now = settings.now ?? Date.now;
  const done = new AbortController();
  const signal = settings.signal ? AbortSignal.any([settings.signal, done.signal]) : done.signal;
  const session = openSession(client, request, signal, settings.onProgress);
  const cache = settings.cache && isCacheable(request.requirement) ? settings.cache : undefined;
  const { metadata } = request;
  const boardData = loadBoardData(client, request.requirement.boards, signal);
  // Awaited after the issues.
  boardData.catch(() => {});
  try {
    const { known } = cache ?? {};
    const columnLoad = metadata && { session, metadata, boardData: () => boardData, now, known };
    const columns = columnLoad && (await settings.columns?.(columnLoad));
    if (columns) return columns;
    return await (cache
      ? loadCached(session, metadata, boardData, cache, settings)
      : load(session, metadata, boardData, now, settings));
  } finally {
    // Ends calls that the result did not wait for, such as the count for the progress.
    done.abort();
  }
}

export function openSession(
  client: JiraClient,
  { jql, requirement }: LoadRequest,
  signal: AbortSignal,
  onProgress?: LoadSettings['onProgress'],
): LoadSession {
  return {
    client,
    jql,
    requirement,
    signal,
    progress: createProgressMeter(onProgress),
    coverage: new CoverageCounter(),
    warnings: new Set(),
    listed: { ids: null },
    failures: [],
  };
}

async function load(
  session: LoadSession,
  known: Metadata | undefined,
  boardData: Promise<BoardData>,
  now: () => number,
  settings: LoadSettings,
): Promise<Dataset> {
  const planned = planWith(session, known);
  offerRunning(session, planned, boardData, now, settings);
  const [plan, ids, boards] = await Promise.all([planned, readQuery(session, planned), boardData]);
  return finish(session, plan, ids, boards, now());
}

function planWith(session: LoadSession, known: Metadata | undefined): Promise<ReadPlan> {
  const metadata = known ? Promise.resolve(known) : loadMetadata(session.client, session.signal);
  return metadata.then(found => planReading(session, found));
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
  await nameEpics(session, plan, read);
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
function offerRunning(
  session: LoadSession,
  planned: Promise<ReadPlan>,
  boardData: Promise<BoardData>,
  now: () => number,
  { onRunning }: LoadSettings,
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

async function loadCached(
  requested: LoadSession,
  known: Metadata | undefined,
  boardData: Promise<BoardData>,
  use: CacheUse,
  settings: LoadSettings,
): Promise<Dataset> {
  const session = withAllWorklogs(requested);
  const planned = planWith(session, known);
  const { boards: boardIds } = session.requirement;
  offerRunning(session, planned, boardData, use.cache.now, settings);
  const given = boardIds.length === 0 ? use.known : undefined;
  const [plan, { ids, at, revision, isKnown, namesAt }, boards] = await Promise.all([
    planned,
    readCachedIssues(session, planned, { ...use, known: given }),
    boardData,
  ]);
  if (given && isKnown) {
    session.progress.finish();
    return { ...given, fetchedAt: at };
  }
  const dataset = await finish(session, plan, ids, boards, at);
  return {
    ...dataset,
    revision,
    ...(namesAt !== undefined && namesAt < at && { namesAt }),
  };
}

/**
 * The cached issues of a query, without asking the host for them; `fetchedAt` is the time of the last update. Null when
 * the cache lacks some of them.
 */
export async function loadCachedDataset(
  client: JiraClient,
  { jql, requirement, metadata }: LoadRequest & { readonly metadata: Metadata },
  cache: IssueCache,
): Promise<Dataset | null> {
  if (!isCacheable(requirement)) return null;
  const { signal } = new AbortController();
  const session = withAllWorklogs(openSession(client, { jql, requirement }, signal));
  const plan = planReading(session, metadata);
  const read = await readCompleteCached(session, plan, cache);
  if (read === null) return null;
  const { ids, at, revision, namesAt } = read;
  const boards = await loadBoardData(client, requirement.boards, signal);
  const dataset = await finish(session, plan, ids, boards, at);
  return { ...dataset, revision, ...(namesAt !== undefined && { namesAt }) };
}

/** The cache has worklogs of all ranges, so that a request with another range finds them. */
function withAllWorklogs(session: LoadSession): LoadSession {
  const { requirement } = session;
  return typeof requirement.worklogs === 'object'
    ? { ...session, requirement: { ...requirement, worklogs: 'all' } }
    : session;
}

function isCacheable({ parts }: Requirement): boolean {
  return !parts.some(isVolatile);
}
