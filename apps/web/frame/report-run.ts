/** Runs a report and keeps the last result while the next one loads. */
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Engine, LoadedDataset } from '@tallyboard/engine/calls.ts';
import { EngineError, type Failure } from '@tallyboard/engine/failure.ts';
import {
  computeReport,
  loadArgs,
  type ReportRequest,
  type ReportResult,
  resolveQuery,
  runReport,
} from '@tallyboard/engine/run-report.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../start/session.ts';
import { drawFirst } from './first-figures.ts';

/** A result and how old it is. Settings and result always belong to the same run. */
export interface ReportSnapshot extends ReportResult {
  /** From the cache of an earlier visit. */
  readonly earlier: boolean;
  /** Age of the issues of a mirror. */
  readonly age: DataAge | null;
}

export interface RunState {
  /** The last result, dimmed while the next one loads. */
  readonly shown: ReportSnapshot | null;
  /** 0 to 100 while loading, else null. */
  readonly percent: number | null;
  /** The issues are loaded; what follows is the calculation. */
  readonly calculating: boolean;
  readonly failure: Failure | null;
  /** Cancelled without a result. */
  readonly stopped: boolean;
}

export type ReportRun = ReturnType<typeof createReportRun>;

const IDLE: RunState = {
  shown: null,
  percent: null,
  calculating: false,
  failure: null,
  stopped: false,
};

export function createReportRun(
  engine: Engine,
  clock: () => Instant,
  /** `showsEarlier`: the cached result of an earlier visit first. */
  { showsEarlier = false, dataAge }: { showsEarlier?: boolean; dataAge?: Host['dataAge'] } = {},
) {
  const listeners = new Set<() => void>();
  let state: RunState = IDLE;
  let last: ReportRequest | null = null;
  let current: AbortController | null = null;
  let age: DataAge | null = null;
  const now = () => presentOf(age, clock());

  function set(change: Partial<RunState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function run(started: ReportRequest, fresh: boolean) {
    current?.abort();
    const own = new AbortController();
    const { signal } = own;
    current = own;
    const isCurrent = () => own === current;
    set({ percent: 0, calculating: false, failure: null, stopped: false });
    try {
      if (dataAge) age = await dataAge();
      if (!isCurrent()) return;
      const request = started.report.query ? await resolveQuery(engine, started, now()) : started;
      if (!isCurrent()) return;
      // A part of another request does not grow any more.
      if (state.shown?.loaded.part && !isSame(state.shown.request, request)) set({ shown: null });
      if (showsEarlier && state.shown === null && !fresh)
        await drawFirst(() => showEarlier(request, isCurrent));
      if (!isCurrent()) return;
      const result = await runReport(engine, request, {
        now: now(),
        age,
        fresh,
        signal,
        onProgress: percent => isCurrent() && !signal.aborted && set({ percent }),
        onLoaded: () => isCurrent() && set({ calculating: true }),
        ...(!showsAll(request) && {
          onPart: (part: ReportResult) =>
            isCurrent() && isMore(part) && set({ shown: { ...part, earlier: false, age } }),
        }),
      });
      if (!isCurrent()) return;
      if (result === null || (result.loaded.part && !isMore(result))) return stop(request);
      // Jira may have said meanwhile what the reader may see.
      if (dataAge && age?.trouble) age = await dataAge();
      if (!isCurrent()) return;
      set({ shown: { ...result, earlier: false, age }, percent: null, calculating: false });
    } catch (error) {
      if (!isCurrent()) return;
      const failure = describe(error);
      // The server computes a table in place of the result, whose issues are others.
      const shown = failure.kind === 'many' ? null : state.shown;
      set({ shown, percent: null, calculating: false, failure });
    }
  }

  /** Whether the result of a request is shown, on all of its issues. */
  const showsAll = (request: ReportRequest) =>
    state.shown !== null && !state.shown.loaded.part && isSame(state.shown.request, request);

  /** A part is shown unless a larger one or all issues are. */
  function isMore({ request, loaded }: ReportResult): boolean {
    const { shown } = state;
    if (shown === null || !isSame(shown.request, request)) return true;
    return shown.loaded.part === true && shown.loaded.issueCount < loaded.issueCount;
  }

  /** Shows the cached result of an earlier visit; false if there is none. */
  async function showEarlier(request: ReportRequest, isCurrent: () => boolean): Promise<boolean> {
    if (request.report.withoutIssues) return false;
    try {
      const options = { now: now(), age, fresh: false, earlier: true };
      const result = await runReport(engine, request, options);
      if (result && isCurrent()) set({ shown: { ...result, earlier: true, age } });
      return result !== null;
    } catch (error) {
      console.warn(error);
      return false;
    }
  }

  /** After a cancelled load without a part nothing is shown; after a cancelled reload, the last result. */
  function stop({ jql }: ReportRequest) {
    const keep = state.shown !== null && state.shown.request.jql === jql;
    set({ shown: keep ? state.shown : null, percent: null, calculating: false, stopped: !keep });
  }

  return {
    read: () => state,
    /** The request of the last run. */
    asked: () => last,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Loads and computes, unless the last request was the same. */
    start(request: ReportRequest) {
      if (last && isSame(last, request)) return;
      last = request;
      void run(request, false);
    },
    /** Fetches again, without the engine's memory. */
    reload() {
      if (last) void run(last, true);
    },
    /** Loads again after the engine evicted a dataset, unless a newer one is shown or loading. */
    reloadEvicted(datasetId: number) {
      const isReplaced = state.shown !== null && state.shown.loaded.id > datasetId;
      if (last && state.percent === null && !isReplaced) void run(last, true);
    },
    /** Computes the shown report on another state of its issues, unless another result is shown meanwhile. */
    async showDataset(loaded: LoadedDataset) {
      const { shown } = state;
      if (shown === null || shown.loaded.id === loaded.id) return;
      const result = await computeReport(engine, shown.request, loaded, shown.age);
      if (state.shown === shown) set({ shown: { ...shown, ...result } });
    },
    cancel: () => current?.abort(),
    close() {
      current?.abort();
      current = null;
      last = null;
    },
  };
}

/** Runs a request while the component is mounted; null runs nothing. It is loading until its last result is rendered. */
export function useReportRun(request: ReportRequest | null, { showsEarlier = false } = {}) {
  const { engine, now, host } = useSession();
  const [run] = useState(() =>
    createReportRun(engine, now, { showsEarlier, dataAge: host.dataAge }),
  );
  const latest = useSyncExternalStore(run.subscribe, run.read);
  // Deferred: a large result renders in slices and does not block input.
  const shown = useDeferredValue(latest.shown);
  const percent = shown === latest.shown ? latest.percent : (latest.percent ?? 100);
  useEffect(() => {
    if (request) run.start(request);
  });
  useEffect(() => run.close, [run]);
  return { run, state: { ...latest, shown, percent } };
}

/**
 * The issue count of a result, as in the report's total. `words`: 'unresolved'; '' for all issues of the query. `of`: issues
 * that match the query; null if only a part was loaded, absent if the report chose them.
 */
export function countedOf({ request, context, loaded, computed }: ReportSnapshot) {
  const { issueCount } = loaded;
  const counted = request.report.counted?.(computed.result);
  if (!counted) return { count: issueCount, words: '', of: issueCount };
  const { issues, words, alone } = counted;
  if (alone) return { count: issues.length, words };
  const { written } = loadArgs(request, context.asOf);
  return { count: issues.length, words, of: written === undefined ? issueCount : null };
}

/** '117 of 660 issues unresolved'. */
export function countedText(counted: {
  readonly count: number;
  readonly words: string;
  readonly of?: number | null;
}): string {
  const { count, words, of } = counted;
  const issues = (of ?? count) === 1 ? 'issue' : 'issues';
  const whole = typeof of === 'number' ? `of ${formatCount(of)} ` : '';
  if (words === '') return `${formatCount(count)} ${issues}`;
  return `${formatCount(count)} ${whole}${issues} ${words}`;
}

function keyOf({ report, jql, settings, contextAt }: ReportRequest): string {
  return JSON.stringify([report.id, jql, report.settings.serialize(settings), contextAt(0)]);
}

const isSame = (a: ReportRequest, b: ReportRequest) => keyOf(a) === keyOf(b);

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
