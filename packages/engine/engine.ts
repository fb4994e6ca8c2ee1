/**
 * The engine: holds datasets and computes reports on them. It knows the host by its request function alone, so the
 * worker, tests and anything without a browser run the same one.
 */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { fetchIssueCount } from '@tallyboard/jira/endpoints/search.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { loadCompute } from '@tallyboard/reports/load-compute.ts';
import {
  type Args,
  createEngineOf,
  type DatasetId,
  type Engine,
  type LoadArgs,
  type LoadedDataset,
  type Method,
  type Value,
  type Watch,
} from './calls.ts';
import { createOwnDatasets, type DatasetEntry, GONE, type OwnDatasets } from './datasets.ts';
import { EngineError, toFailure } from './failure.ts';
import { issueRows } from './queries/rows.ts';
import { joinRequirements } from './requirement-cover.ts';
import type { EngineCache } from './session/engine-cache.ts';
import type { Client } from './session/shared-session.ts';
import { createSharedSessions, type SharedSessions } from './session/shared-sessions.ts';
import { type EngineSession, GADGET_REQUIREMENT } from './session/start-session.ts';

/** Code of calls that few pages make, loaded at the first one. */
const onDemand = () => import('./queries/on-demand.ts');

export interface EngineSettings {
  readonly request: RequestFunction;
  readonly now: () => Instant;
  /** Null where the browser has no storage. */
  readonly cache?: Promise<EngineCache | null>;
  /** Receives the failures of optional parts of the site; the console by default. */
  readonly warn?: (error: unknown) => void;
  /** Sessions shared with other frames; absent, the engine has one of its own. */
  readonly sessions?: SharedSessions;
}

/** An engine in the same thread. */
export interface LocalEngine extends Engine {
  dataset(id: DatasetId): Dataset;
  /** The frame is closed. */
  leave(): void;
}

/** Calls wait for `start`, and fail when it failed or was never called. */
export function createEngine(settings: EngineSettings): LocalEngine {
  const { request, now, warn, cache = Promise.resolve(null) } = settings;
  const sessions = settings.sessions ?? createSharedSessions({ now, cache, shared: false, warn });
  const self: Client = { request };
  let started: Promise<EngineSession> = Promise.reject(new Error('The engine was not started.'));
  started.catch(() => {});
  let datasets: OwnDatasets | null = null;
  const get = (id: DatasetId) => (datasets ?? gone()).get(id);

  /** The session and the code of its queries. */
  const session = async () => ({ ...(await started), queries: await onDemand() });

  /** Gadgets of one dashboard all load the fields that any gadget groups by, so that one load serves all. */
  async function ask(args: LoadArgs): Promise<LoadArgs> {
    const { gadget } = await started;
    const isShared = sessions.shared && gadget;
    return isShared
      ? { ...args, requirement: joinRequirements(args.requirement, GADGET_REQUIREMENT) }
      : args;
  }

  /** Throws the failure of a load, explained for the query before narrowing. */
  async function throwExplained(failure: unknown, { written, jql }: LoadArgs, watch: Watch) {
    const { client, queries } = await session();
    throw await queries.explainRefusal(client, failure, written ?? jql, watch.signal);
  }

  const calls: Engine = {
    async start({ info, gadget = false }, watch) {
      self.onProgress = watch?.onProgress;
      const shared = sessions.acquire(self, info, gadget);
      datasets = createOwnDatasets(shared.datasets);
      started = shared.session;
      const { site } = await started;
      self.onProgress = undefined;
      return site;
    },
    async load(args, watch = {}) {
      const asked = await ask(args);
      const from = datasets ?? gone();
      const obtain = () =>
        from.obtain(asked, watch).catch(error => throwExplained(error, args, watch));
      const held = args.earlier ? await from.earlier(asked) : await obtain();
      return held ? loaded(held) : cancelledLoad(now());
    },
    async compute(args) {
      const compute = await loadCompute(args.report);
      return compute(get(args.dataset), args.settings, args.context);
    },
    async rows({ dataset, rows }) {
      return issueRows(get(dataset), rows);
    },
    async names({ dataset }) {
      return (await onDemand()).namesOf(get(dataset));
    },
    async statusHistory({ dataset, issueId, asOf }, watch) {
      const { client, metadata, queries } = await session();
      const issue = get(dataset).issues.find(({ id }) => id === issueId);
      return issue ? queries.fetchStatusVisits(client, metadata, issue, asOf, watch?.signal) : [];
    },
    async checkJql({ jql }, watch) {
      if (jql.trim() === '') return { errors: [], at: null };
      const { client, queries } = await session();
      const { errors } = await queries.checkJql(client, jql, watch?.signal);
      return queries.describeJqlErrors(errors, jql);
    },
    async jqlWords(_, watch) {
      const { client, queries } = await session();
      return queries.fetchJqlWords(client, watch?.signal);
    },
    async jqlValues({ field, text }, watch) {
      const { client, queries } = await session();
      return queries.fetchSuggestions(client, field, text, watch?.signal);
    },
    async count({ jql }, watch) {
      return fetchIssueCount((await started).client, jql, watch?.signal);
    },
    async choices(args, watch) {
      const { client, metadata, queries } = await session();
      return queries.fetchChoices(client, metadata, args, watch?.signal);
    },
    async boardFilterId({ boardId }, watch) {
      const { client, queries } = await session();
      const { filter } = await queries.fetchBoardConfiguration(client, boardId, watch?.signal);
      return filter ? String(filter.id) : null;
    },
    async boardFilter({ boardId }) {
      const { client, queries } = await session();
      return queries.boardFilter(client, boardId, now());
    },
    async boardSprints({ boardId }, watch) {
      const { client, queries } = await session();
      const id = boardId as BoardId;
      const sprints = await queries.fetchBoardSprints(client, id, undefined, watch?.signal);
      return sprints.map(queries.normalizeSprint);
    },
    async sprintsOf({ ids }, watch) {
      const { client, queries } = await session();
      return queries.fetchSprints(client, ids, watch?.signal);
    },
    async sprintsIn({ jql }, watch) {
      const { client, metadata, queries } = await session();
      return queries.fetchSprintsIn(client, metadata, jql, watch?.signal);
    },
  };
  return {
    ...withEngineErrors(calls),
    dataset: get,
    leave: () => sessions.release(self),
  };
}

/** The same calls, rejecting with `EngineError` only. */
const withEngineErrors = (calls: Engine): Engine =>
  createEngineOf(async <M extends Method>(method: M, args: Args<M>, watch?: Watch) => {
    try {
      return await (calls[method] as (args: Args<M>, watch?: Watch) => Promise<Value<M>>)(
        args,
        watch,
      );
    } catch (error) {
      throw error instanceof EngineError ? error : new EngineError(toFailure(error), error);
    }
  });

function loaded({ id, dataset }: DatasetEntry): LoadedDataset {
  const { issues, coverage, warnings, fetchedAt } = dataset;
  return { id, issueCount: issues.length, coverage, warnings, fetchedAt, cancelled: false };
}

function gone(): never {
  throw new EngineError(GONE);
}

/** The value of a cancelled load. */
function cancelledLoad(fetchedAt: Instant): LoadedDataset {
  const none = { fetched: 0, total: null };
  const coverage = {
    issues: none,
    worklogs: none,
    histories: none,
    reasons: ['Loading was stopped.'],
    complete: false,
  };
  return { id: 0, issueCount: 0, coverage, warnings: [], fetchedAt, cancelled: true };
}
