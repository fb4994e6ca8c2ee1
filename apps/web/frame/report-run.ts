/** Runs a report and keeps the last result while the next one loads. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { Engine, LoadedDataset } from '@tallyboard/engine/calls.ts';
import { EngineError, type Failure } from '@tallyboard/engine/failure.ts';
import {
  computeReport,
  type ReportRequest,
  type ReportResult,
  resolveQuery,
  runReport,
} from '@tallyboard/engine/run-report.ts';
import { type DataAge, presentOf } from '@tallyboard/hosts/data-age.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { Store } from '@tallyboard/ui/text/store.ts';
import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../start/session.ts';
import { drawFirst } from './first-figures.ts';

/** A result and how old it is. Settings and result always belong to the same run. */
export interface ReportSnapshot extends ReportResult {
  /** From the cache of an earlier visit. */
  readonly earlier: boolean;
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

interface RunOptions extends Pick<Host, 'dataAge'> {
  /** Shows the cached result of an earlier visit first. */
  readonly showsEarlier?: boolean;
}

export function createReportRun(engine: Engine, clock: () => Instant, options: RunOptions = {}) {
  const { showsEarlier, dataAge } = options;
  const store = new Store(IDLE);
  let last: ReportRequest | null = null;
  let current: AbortController | null = null;
  let age: DataAge | null = null;
  const now = () => presentOf(age, clock());

  const set = (change: Partial<RunState>) => store.set({ ...store.read(), ...change });

  async function run(started: ReportRequest, refreshes = false) {
    current?.abort();
    const own = new AbortController();
    const { signal } = own;
    current = own;
    const isCurrent = () => own === current;
    set({ percent: 0, calculating: false, failure: null, stopped: false });
    try {
      // Ahead of all calls that follow; these report a failure.
      if (refreshes) engine.refresh({}).catch(() => {});
      if (dataAge) age = await dataAge();
      if (!isCurrent()) return;
      const request = started.report.query ? await resolveQuery(engine, started, now()) : started;
      if (!isCurrent()) return;
      const { shown } = store.read();
      // A part of another request does not grow any more.
      if (shown?.loaded.part && !isSame(shown.request, request)) set({ shown: null });
      if (showsEarlier && store.read().shown === null && !refreshes)
        await drawFirst(async () => {
          const earlier = await resultOfEarlier(engine, request, now(), age);
          if (earlier && isCurrent()) set({ shown: { ...earlier, earlier: true, age } });
          return earlier !== null;
        });
      if (!isCurrent()) return;
      const result = await runReport(engine, request, {
        now: now(),
        age,
        signal,
        onProgress: percent => isCurrent() && !signal.aborted && set({ percent }),
        onLoaded: () => isCurrent() && set({ calculating: true }),
        ...(!showsAll(store.read(), request) && {
          onPart: (part: ReportResult) =>
            isCurrent() &&
            isMore(store.read(), part) &&
            set({ shown: { ...part, earlier: false, age } }),
        }),
      });
      if (!isCurrent()) return;
      if (result === null || (result.loaded.part && !isMore(store.read(), result)))
        return set(stopped(store.read(), request));
      // The reader's permissions may have been loaded meanwhile.
      if (dataAge && age?.trouble) age = await dataAge();
      if (!isCurrent()) return;
      set({ shown: { ...result, earlier: false, age }, percent: null, calculating: false });
    } catch (error) {
      if (isCurrent()) set(failed(store.read(), describe(error)));
    }
  }

  const isAsked = (request: ReportRequest) => last !== null && isSame(last, request);

  return {
    read: store.read,
    subscribe: store.subscribe,
    asked: () => last,
    isAsked,
    /** Loads and computes, unless the last request was the same. */
    start(request: ReportRequest) {
      if (isAsked(request)) return;
      last = request;
      void run(request);
    },
    /** Refresh: for all reports of the page, what was read so far is of the past. */
    reload() {
      if (last) void run(last, true);
    },
    /** Loads again after the engine evicted a dataset, unless a newer one is shown or loading. */
    reloadEvicted(datasetId: number) {
      const { shown, percent } = store.read();
      const isReplaced = shown !== null && shown.loaded.id > datasetId;
      if (last && percent === null && !isReplaced) void run(last);
    },
    /** Computes the shown report on another state of its issues, unless another result is shown meanwhile. */
    async showDataset(loaded: LoadedDataset) {
      const { shown } = store.read();
      if (shown === null || shown.loaded.id === loaded.id) return;
      const result = await computeReport(engine, shown.request, loaded, shown.age);
      if (store.read().shown === shown) set({ shown: { ...shown, ...result } });
    },
    cancel: () => current?.abort(),
    close() {
      current?.abort();
      current = null;
      last = null;
    },
  };
}

/** Whether the result of a request is shown, on all of its issues. */
const showsAll = ({ shown }: RunState, request: ReportRequest): boolean =>
  shown !== null && !shown.loaded.part && isSame(shown.request, request);

/** A part is shown unless a larger one or all issues are. */
const isMore = ({ shown }: RunState, { request, loaded }: ReportResult): boolean =>
  shown === null ||
  !isSame(shown.request, request) ||
  (shown.loaded.part === true && shown.loaded.issueCount < loaded.issueCount);

/** After a cancelled load without a part nothing is shown; after a cancelled reload, the last result. */
function stopped({ shown }: RunState, { jql }: ReportRequest): Partial<RunState> {
  const kept = shown?.request.jql === jql ? shown : null;
  return { shown: kept, percent: null, calculating: false, stopped: kept === null };
}

function failed({ shown }: RunState, failure: Failure): Partial<RunState> {
  // The server computes a table in place of the result, whose issues are others; what is refused is not shown from earlier.
  const isOther = failure.kind === 'many' || failure.kind === 'refused';
  return { shown: isOther ? null : shown, percent: null, calculating: false, failure };
}

/** The cached result of an earlier visit; null if there is none. */
async function resultOfEarlier(
  engine: Engine,
  request: ReportRequest,
  now: Instant,
  age: DataAge | null,
): Promise<ReportResult | null> {
  if (request.report.withoutIssues) return null;
  try {
    return await runReport(engine, request, { now, age, earlier: true });
  } catch (error) {
    console.warn(error);
    return null;
  }
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
  // A request that starts after this rendering is loading already.
  const loading = request && !run.isAsked(request) ? 0 : latest.percent;
  const percent = shown === latest.shown ? loading : (loading ?? 100);
  useEffect(() => {
    if (request) run.start(request);
  });
  useEffect(() => run.close, [run]);
  useNewDay(run, latest);
  return { run, state: { ...latest, shown, percent } };
}

const MINUTE_MS = 60_000;

/** Loads again once the figures are of an earlier day: a page may be open, or asleep, over midnight. */
function useNewDay(run: ReportRun, { shown, percent }: RunState): void {
  const { now, zone } = useSession();
  const isWhole = shown !== null && !shown.earlier && percent === null;
  useEffect(() => {
    if (!isWhole) return;
    const day = localDay(now(), zone);
    const look = () => {
      if (!document.hidden && localDay(now(), zone) !== day) run.reload();
    };
    const timer = setInterval(look, MINUTE_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [run, isWhole, now, zone]);
}

/** '14:03', on another day 'Nov 25, 14:03'. */
export function timeText(at: Instant, zone: ZoneId, now: Instant): string {
  const isToday = localDay(at, zone) === localDay(now, zone);
  return formatInstant(at, zone, isToday ? 'HH:mm' : 'MMM D, HH:mm');
}

function keyOf({ report, jql, settings, contextAt }: ReportRequest): string {
  return JSON.stringify([report.id, jql, report.settings.serialize(settings), contextAt(0)]);
}

const isSame = (a: ReportRequest, b: ReportRequest) => keyOf(a) === keyOf(b);

function describe(error: unknown): Failure {
  if (error instanceof EngineError) return error.failure;
  console.error(error);
  const title = 'The report could not be computed';
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'crash', status: 0, title, messages: [message] };
}
