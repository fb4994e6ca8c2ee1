/**
 * The engine: holds datasets and computes reports on them. It knows the host by its request function alone, so the
 * worker, tests and anything without a browser run the same one.
 */
import { issueAt } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { covers, joinRequirements } from '@tallyboard/dataset/requirement-cover.ts';
import type { DatasetEntry } from '@tallyboard/dataset/shared/entries.ts';
import type { ColumnsOf } from '@tallyboard/dataset/source.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import {
  type Args,
  createEngineOf,
  type DatasetId,
  type Engine,
  type EngineMethod,
  type LoadArgs,
  type Method,
  type Value,
  type Watch,
} from './calls.ts';
import { createOwnDatasets, GONE, loadedOf, type OwnDatasets } from './datasets.ts';
import { EngineError, toFailure } from './failure.ts';
import { loadComputeForReader } from './people/compute-for.ts';
import { peopleRule } from './people/people-rule.ts';
import type { EngineCache } from './session/engine-cache.ts';
import {
  type Client,
  createSharedSessions,
  type SharedSessions,
} from './session/shared-sessions.ts';
import {
  type EngineSession,
  GADGET_REQUIREMENT,
  PAGE_REQUIREMENT,
} from './session/start-session.ts';
import type { Site } from './site/site.ts';

const onDemand = () => import('./queries/on-demand.ts');

export interface EngineSettings {
  readonly request: RequestFunction;
  readonly now: () => Instant;
  /** Null where the browser has no storage. */
  readonly cache?: Promise<EngineCache | null>;
  /** Receives the failures of optional parts of the site; the console by default. */
  readonly warn?: (error: unknown) => void;
  /** The host's columns. */
  readonly columns?: ColumnsOf | undefined;
  /** Receives the site at each start. */
  readonly onSite?: ((site: Site) => void) | undefined;
  /** Figures are for others than the reader, for whom no exception from the policy of figures on people holds. */
  readonly forOthers?: boolean;
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
  const { request, now, warn, columns, onSite, cache = Promise.resolve(null) } = settings;
  const { forOthers } = settings;
  const sessions =
    settings.sessions ??
    createSharedSessions({ now, cache, shared: false, warn, columns, forOthers });
  const self: Client = { request };
  let started: Promise<EngineSession> = Promise.reject(new Error('The engine was not started.'));
  started.catch(() => {});
  let datasets: OwnDatasets | null = null;
  let refresh = () => {};
  let isAudited = false;
  const get = (id: DatasetId) => (datasets ?? gone()).get(id);

  /**
   * Gadgets of one dashboard all load the fields that any gadget groups by, so that one load serves all. Reports of a page
   * load the light ones; with worklogs, which weigh more than all fields, all of them.
   */
  async function ask(args: LoadArgs): Promise<LoadArgs> {
    const { gadget } = await started;
    if (gadget && !sessions.shared) return args;
    const { worklogs } = args.requirement;
    const foreseen = gadget || worklogs !== 'none' ? GADGET_REQUIREMENT : PAGE_REQUIREMENT;
    return { ...args, requirement: joinRequirements(args.requirement, foreseen) };
  }

  const calls: Pick<Engine, EngineMethod> = {
    async start({ info, gadget = false, board = null }, watch) {
      const onProgress = watch?.onProgress;
      self.onProgress = onProgress;
      isAudited = info.audited === true;
      const shared = sessions.acquire(self, { info, gadget }, board);
      datasets?.release();
      datasets = createOwnDatasets(shared.datasets, info.columns || columns !== undefined);
      refresh = shared.refresh;
      started = shared.session;
      // Used after the first load at the latest: fetched while the site loads.
      onDemand().catch(() => {});
      try {
        const { site } = await started;
        onSite?.(site);
        return site;
      } finally {
        // Other calls of a failed start may still end.
        if (self.onProgress === onProgress) self.onProgress = undefined;
      }
    },
    refresh: async () => refresh(),
    async load(args, watch = {}) {
      // The calculation reports a failure.
      if (args.report !== undefined) loadComputeForReader(args.report, {}).catch(() => {});
      const asked = await ask(args);
      await requireAnswerable(await started, args.jql);
      const from = datasets ?? gone();
      const { signal, onProgress } = watch;
      const onPart = asked.parts
        ? (entry: DatasetEntry) => watch.onPart?.(loadedOf(entry, args.requirement))
        : undefined;
      const obtain = () =>
        from.obtain(asked, { signal, onProgress, onPart }).catch(async error => {
          const { explainRefusal } = await onDemand();
          const { client } = await started;
          throw await explainRefusal(client, error, args.written ?? args.jql, watch.signal);
        });
      if (args.earlier) {
        const entry = await from.earlier(asked);
        return entry && loadedOf(entry, args.requirement);
      }
      const entry = await obtain();
      if (!entry || entry.part || covers(entry.requirement, asked.requirement))
        return entry && loadedOf(entry, args.requirement);
      const { withWorklogs } = await onDemand();
      const session = { ...(await started), now, datasets: from };
      const whole = await withWorklogs(session, entry, asked.requirement, signal);
      return loadedOf(whole, args.requirement);
    },
    compute: async args => computeFor(args, get(args.dataset), isAudited),
    rows: async ({ dataset, rows }) => issueRows((datasets ?? gone()).entry(dataset), rows),
  };

  async function run<M extends Method>(method: M, args: Args<M>, watch?: Watch): Promise<Value<M>> {
    try {
      if (Object.hasOwn(calls, method))
        return (await (calls as Engine)[method](args as never, watch)) as Value<M>;
      const { queries } = await onDemand();
      const query = queries[method as keyof typeof queries];
      const session = { ...(await started), now, get, datasets: datasets ?? gone() };
      return (await query(session, args as never, watch?.signal)) as Value<M>;
    } catch (error) {
      throw error instanceof EngineError ? error : new EngineError(toFailure(error), error);
    }
  }

  function leave(): void {
    datasets?.release();
    sessions.release(self);
  }
  return { ...createEngineOf(run), dataset: get, leave };
}

/** Throws QuestionError where saved filters name people whom the policy of the site protects. */
async function requireAnswerable({ client, site }: EngineSession, jql: string): Promise<void> {
  if (peopleRule(site).policy.kind === 'all') return;
  await (await import('./people/refuse-filters.ts')).refuseFilters(client, site, jql);
}

/** @param isAudited the host records who reads figures on people: they are marked */
async function computeFor(
  { report, settings, context }: Args<'compute'>,
  dataset: Dataset,
  isAudited: boolean,
): Promise<Computed<unknown>> {
  const compute = await loadComputeForReader(report, context);
  const computed = compute(dataset, settings, context);
  if (!isAudited) return computed;
  const { isOnPeople } = await import('./people/on-people.ts');
  return isOnPeople(computed.result, dataset) ? { ...computed, onPeople: true } : computed;
}

function gone(): never {
  throw new EngineError(GONE);
}

function issueRows({ dataset, requirement }: DatasetEntry, rows: ArrayLike<number>): IssueRow[] {
  const hasPeople = requirement.parts.includes('people');
  return Array.from(rows).flatMap(row => {
    const issue = issueAt(dataset, row);
    return issue ? [issueRow(issue, row, hasPeople)] : [];
  });
}

/** An issue as lists show it. */
function issueRow(issue: Issue, row: number, hasPeople: boolean): IssueRow {
  const { id, key, summary, type, status, assignee, priority } = issue;
  return {
    row,
    id,
    key,
    summary,
    typeName: type.name,
    typeIconUrl: type.iconUrl,
    statusName: status.name,
    statusCategory: status.category,
    // A change that is previewed is known also where people are not loaded.
    ...((hasPeople || assignee) && {
      assignee: assignee?.name ?? null,
      assigneeAvatarUrl: assignee?.avatarUrl ?? null,
    }),
    priority: priority?.name ?? null,
    priorityRank: priority ? Number.parseInt(priority.id, 10) || null : null,
    created: issue.created,
    updated: issue.updated,
    resolved: issue.resolved,
    due: issue.due,
    points: issue.points,
  };
}
