/**
 * Runs one report against the engine for one place that shows it: load, compute, hold what is shown while the next
 * comes. Page and gadget are both fed by it. Knows no React, so that its states can be told in tests.
 */
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Engine, LoadArgs, LoadedDataset } from '@tallyboard/engine/calls.ts';
import type { Failure } from '@tallyboard/engine/failure.ts';
import { EngineError } from '@tallyboard/engine/failure.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { narrowByWorklogs } from '@tallyboard/jira/jql/compose.ts';
import type { AnyReport, QuerySite } from '@tallyboard/report-kit/contract.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { loadedNothing } from './no-issues.ts';

/** What to show. */
export interface ReportOrder {
  readonly report: AnyReport;
  readonly jql: string;
  readonly settings: unknown;
  readonly contextAt: (asOf: Instant) => ReportContext;
  /** Where a report whose settings make the query asks for its parts; without it the query is `jql`. */
  readonly querySite?: QuerySite;
}

/** A result with everything that it came from. It stays whole: settings and result never belong to different runs. */
export interface Shown {
  readonly order: ReportOrder;
  readonly context: ReportContext;
  readonly loaded: LoadedDataset;
  readonly computed: Computed<unknown>;
  /** What an earlier visit left, shown with its time while the newest is on its way. */
  readonly earlier: boolean;
  /** How old the issues are, where the host shows a copy of a Jira. */
  readonly age: DataAge | null;
}

export interface RunState {
  /** The last result; stays, dimmed, while the next one comes. */
  readonly shown: Shown | null;
  /** 0 to 100 while something is under way, else null. */
  readonly percent: number | null;
  /** Everything is loaded, and figures are being calculated. */
  readonly calculating: boolean;
  readonly failure: Failure | null;
  /** True after a cancel that left nothing to show. */
  readonly stopped: boolean;
}

export interface ReportRun {
  read(): RunState;
  subscribe(listener: () => void): () => void;
  /** Loads and computes unless this is what is ordered already. */
  order(order: ReportOrder): void;
  /** Fetches again, also what the engine holds. */
  reload(): void;
  /** Loads again because the engine let these issues go, unless newer ones are shown or on their way. */
  regain(datasetId: number): void;
  cancel(): void;
  close(): void;
}

const IDLE: RunState = {
  shown: null,
  percent: null,
  calculating: false,
  failure: null,
  stopped: false,
};

export interface RunSettings {
  /** Shows first what an earlier visit left, as gadgets do. */
  readonly showsEarlier?: boolean;
  readonly dataAge?: Host['dataAge'];
}

export function createReportRun(
  engine: Engine,
  clock: () => Instant,
  { showsEarlier = false, dataAge }: RunSettings = {},
): ReportRun {
  const listeners = new Set<() => void>();
  let state: RunState = IDLE;
  let ordered: ReportOrder | null = null;
  let current: AbortController | null = null;
  let age: DataAge | null = null;
  const now = () => presentOf(age, clock());

  function set(change: Partial<RunState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function run(ordered: ReportOrder, fresh: boolean) {
    current?.abort();
    const mine = new AbortController();
    current = mine;
    const isCurrent = () => mine === current;
    set({ percent: 0, calculating: false, failure: null, stopped: false });
    try {
      if (dataAge) age = await dataAge();
      if (!isCurrent()) return;
      const order = ordered.report.query ? await withQuery(ordered, now()) : ordered;
      if (!isCurrent()) return;
      if (showsEarlier && state.shown === null && !fresh) await showEarlier(order, isCurrent);
      if (!isCurrent()) return;
      const loaded = await load(order, fresh, mine.signal, percent => {
        if (isCurrent() && !mine.signal.aborted) set({ percent });
      });
      if (!isCurrent()) return;
      if (loaded.cancelled) return stop(order);
      set({ calculating: true });
      const context = order.contextAt(presentOf(age, loaded.fetchedAt));
      const computed = await compute(order, loaded, context);
      if (isCurrent())
        set({
          shown: { order, context, loaded, computed, earlier: false, age },
          percent: null,
          calculating: false,
        });
    } catch (error) {
      if (isCurrent()) set({ percent: null, calculating: false, failure: describe(error) });
    }
  }

  /** What an earlier visit left is there at once. That there is none, or that it cannot be read, is no failure. */
  async function showEarlier(order: ReportOrder, isCurrent: () => boolean): Promise<void> {
    if (order.report.withoutIssues) return;
    try {
      const loaded = await engine.load({ ...loadArgs(order, now(), false), earlier: true });
      if (loaded.cancelled || !isCurrent()) return;
      const context = order.contextAt(presentOf(age, loaded.fetchedAt));
      const computed = await compute(order, loaded, context);
      if (isCurrent()) set({ shown: { order, context, loaded, computed, earlier: true, age } });
    } catch (error) {
      console.warn(error);
    }
  }

  async function load(
    order: ReportOrder,
    fresh: boolean,
    signal: AbortSignal,
    onProgress: (percent: number) => void,
  ): Promise<LoadedDataset> {
    if (order.report.withoutIssues) return loadedNothing(now());
    return engine.load(loadArgs(order, now(), fresh), { signal, onProgress });
  }

  async function compute(
    { report, settings }: ReportOrder,
    loaded: LoadedDataset,
    context: ReportContext,
  ): Promise<Computed<unknown>> {
    if (report.withoutIssues)
      return { result: report.withoutIssues(settings), notes: [], definitions: [] };
    return engine.compute({ dataset: loaded.id, report: report.id, settings, context });
  }

  /** A cancelled load returns an empty result; a cancelled reload of what is shown leaves it. */
  function stop(order: ReportOrder) {
    const keep = state.shown !== null && state.shown.order.jql === order.jql;
    set({ shown: keep ? state.shown : null, percent: null, calculating: false, stopped: !keep });
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    order(order) {
      if (ordered && keyOf(ordered) === keyOf(order)) return;
      ordered = order;
      void run(order, false);
    },
    reload() {
      if (ordered) void run(ordered, true);
    },
    regain(datasetId) {
      const isOver = state.shown !== null && state.shown.loaded.id > datasetId;
      if (ordered && state.percent === null && !isOver) void run(ordered, true);
    },
    cancel: () => current?.abort(),
    close() {
      current?.abort();
      current = null;
      ordered = null;
    },
  };
}

/** What the engine is to load for an order: the query narrowed to what can count, and the parts that it needs. */
export function loadArgs(
  { report, jql, settings, contextAt }: ReportOrder,
  asOf: Instant,
  fresh: boolean,
): LoadArgs {
  const context = contextAt(asOf);
  const requirement = report.requires(settings, context);
  const clause = report.narrow?.(settings, context);
  if (!clause) return { jql, requirement, fresh };
  return { jql: narrowByWorklogs(jql, clause), written: jql, requirement, fresh };
}

export interface Counted {
  /** How many issues the total of the report is of. */
  readonly count: number;
  /** 'unresolved', behind the number; '' where they are all issues of the query. */
  readonly words: string;
  /** How many issues the query finds; null where only those that can count were loaded. */
  readonly of: number | null;
}

/** What a result is of: the same number as in the total of the report. */
export function countedOf({ order, context, loaded, computed }: Shown): Counted {
  const { issueCount } = loaded;
  const counted = order.report.counted?.(computed.result);
  if (!counted) return { count: issueCount, words: '', of: issueCount };
  const { written } = loadArgs(order, context.asOf, false);
  return {
    count: counted.issues.length,
    words: counted.words,
    of: written === undefined ? issueCount : null,
  };
}

/** '117 of 660 issues unresolved'. */
export function countedText({ count, words, of }: Counted): string {
  const issues = (of ?? count) === 1 ? 'issue' : 'issues';
  if (words === '') return `${formatCount(count)} ${issues}`;
  return `${formatCount(count)} ${of === null ? '' : `of ${formatCount(of)} `}${issues} ${words}`;
}

/** The order with the query that its report makes of its settings, where it makes one. */
async function withQuery(order: ReportOrder, asOf: Instant): Promise<ReportOrder> {
  const { report, settings, querySite, contextAt } = order;
  if (!report.query || !querySite) return order;
  const query = await report.query(settings, contextAt(asOf), querySite, order.jql);
  if (query === null) return order;
  return { ...order, jql: query.jql, contextAt: at => ({ ...contextAt(at), query }) };
}

function keyOf({ report, jql, settings, contextAt }: ReportOrder): string {
  return JSON.stringify([report.id, jql, report.settings.serialize(settings), contextAt(0)]);
}

function describe(error: unknown): Failure {
  if (error instanceof EngineError) return error.failure;
  console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: 'crash',
    status: 0,
    title: 'The report could not be computed',
    messages: [message],
  };
}
