/**
 * Runs one report against the engine for one place that shows it: load, compute, hold what is shown while the next
 * comes. Page and gadget are both fed by it. Knows no React, so that its states can be told in tests.
 */
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { narrowByWorklogs } from '@tallyboard/jira/jql/compose.ts';
import type { AnyReport } from '@tallyboard/reports/report.ts';
import type { Engine, Failure, LoadedDataset } from '../engine/protocol.ts';
import { EngineError } from '../engine/protocol.ts';

/** What to show. */
export interface ReportOrder {
  readonly report: AnyReport;
  readonly jql: string;
  readonly settings: unknown;
  readonly contextAt: (asOf: Instant) => ReportContext;
}

/** A result with everything that it came from. It stays whole: settings and result never belong to different runs. */
export interface Shown {
  readonly order: ReportOrder;
  readonly context: ReportContext;
  readonly loaded: LoadedDataset;
  readonly computed: Computed<unknown>;
}

export interface RunState {
  /** The last result; stays, dimmed, while the next one comes. */
  readonly shown: Shown | null;
  /** 0 to 100 while something is under way, else null. */
  readonly percent: number | null;
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
  cancel(): void;
  close(): void;
}

export function createReportRun(engine: Engine, now: () => Instant): ReportRun {
  const listeners = new Set<() => void>();
  let state: RunState = { shown: null, percent: null, failure: null, stopped: false };
  let ordered: ReportOrder | null = null;
  let current: AbortController | null = null;

  function set(change: Partial<RunState>) {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function run(order: ReportOrder, fresh: boolean) {
    current?.abort();
    const mine = new AbortController();
    current = mine;
    set({ percent: 0, failure: null, stopped: false });
    try {
      const { report, jql, settings } = order;
      const before = order.contextAt(now());
      const requirement = report.requires(settings, before);
      const clause = report.narrow?.(settings, before);
      const loaded = await engine.load(
        { jql: clause ? narrowByWorklogs(jql, clause) : jql, requirement, fresh },
        {
          signal: mine.signal,
          onProgress: percent => {
            if (mine === current && !mine.signal.aborted) set({ percent });
          },
        },
      );
      if (mine !== current) return;
      if (loaded.cancelled) return stop(order);
      const context = order.contextAt(loaded.fetchedAt);
      const computed = await engine.compute({
        dataset: loaded.id,
        report: report.id,
        settings,
        context,
      });
      if (mine === current) set({ shown: { order, context, loaded, computed }, percent: null });
    } catch (error) {
      if (mine === current) set({ percent: null, failure: describe(error) });
    }
  }

  /** A cancelled load returns an empty result; a cancelled reload of what is shown leaves it. */
  function stop(order: ReportOrder) {
    const keep = state.shown !== null && state.shown.order.jql === order.jql;
    set({ shown: keep ? state.shown : null, percent: null, stopped: !keep });
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
    cancel: () => current?.abort(),
    close() {
      current?.abort();
      current = null;
      ordered = null;
    },
  };
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
