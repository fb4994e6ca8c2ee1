/**
 * Issues started and finished in each period, and the work in progress at its end.
 *
 *   week   started    finished   in progress
 *   1      A-1 A-2    A-1        A-2
 *   2      A-3        -          A-2 A-3
 */

import { isInProgress } from '@tallyboard/core/flow/replay.ts';
import { plainWorkflow, type Workflow } from '@tallyboard/core/flow/workflow.ts';
import { countOf, selectRows } from '@tallyboard/core/measure/figures.ts';
import {
  type ProcessBehaviour,
  processBehaviour,
} from '@tallyboard/core/measure/process-behaviour.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, CountFigure } from '@tallyboard/core/model/result.ts';
import { startOfDay } from '@tallyboard/core/time/zone.ts';
import { wholeWidth } from '@tallyboard/report-kit/families/bands/bands.ts';
import {
  type Period,
  type PeriodResult,
  periodsOf,
  placeRows,
} from '@tallyboard/report-kit/families/by-date/periods.ts';
import { flowDayRange } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { flowDefinition, flowNotes } from '@tallyboard/report-kit/families/flow/flow-notes.ts';
import type { FlowScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { replayDataset } from '@tallyboard/report-kit/families/flow/replay-dataset.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { LIMITS_TEXT } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { type Delivery, deliveryProxies } from './delivery.ts';
import type { ThroughputSettings } from './settings.ts';

export interface ThroughputRow extends Period {
  readonly started: CountFigure;
  readonly finished: CountFigure;
  /** At the end of the period, or as of the report. */
  readonly wip: CountFigure;
  /** False if the range or the report's date cuts it. */
  readonly whole: boolean;
}

export interface ThroughputTotal {
  readonly started: CountFigure;
  readonly finished: CountFigure;
  readonly wip: CountFigure;
}

/** Flow distribution and load: the issues of one type that were finished, and that are in progress. */
export interface TypeLoad {
  readonly id: string;
  readonly label: string;
  readonly finished: CountFigure;
  readonly wip: CountFigure;
}

/** Whole periods in which at least `from` and less than `to` issues were finished. */
export interface FinishedBand {
  readonly from: number;
  readonly to: number;
  /** It has no end: periods with more are in it. */
  readonly open?: true;
  readonly periods: number;
  /** In these periods. */
  readonly finished: CountFigure;
}

export interface Distribution {
  readonly bands: readonly FinishedBand[];
  /** At least so many were finished in 50 and 85% of the periods. */
  readonly atLeast: Readonly<Record<50 | 85, number>>;
  /** In all whole periods. */
  readonly finished: CountFigure;
}

export interface ThroughputResult extends Omit<PeriodResult, 'extent'> {
  readonly workflow: Workflow;
  readonly scope: FlowScope;
  readonly rows: readonly ThroughputRow[];
  readonly total: ThroughputTotal;
  /** The type with the most finished issues first. */
  readonly types: readonly TypeLoad[];
  /** Limits of the finished issues of whole periods; null with fewer than two. `at` is a position in `rows`. */
  readonly xmr: ProcessBehaviour | null;
  /** Distribution over whole periods; null with fewer than two. */
  readonly distribution: Distribution | null;
  /** Absent unless asked for. */
  readonly delivery?: Delivery;
}

export default function computeThroughput(
  dataset: Dataset,
  settings: ThroughputSettings,
  context: ReportContext,
): Computed<ThroughputResult> {
  const { asOf, zone } = context;
  const { workflow, replay, scope } = replayDataset(dataset, settings, context);
  const { start, finish, since, until } = replay;
  const count = start.length;
  const { from, to } = flowDayRange(settings, context);
  const periods = periodsOf({ ...settings, from, to }, context);
  const started = placeRows(start, periods);
  const finished = placeRows(finish, periods);
  const wipAt = (instant: number) =>
    countOf(selectRows(count, row => isInProgress(since[row]!, until[row]!, instant)));
  const rows = periods.list.map((period, at): ThroughputRow => {
    const end = startOfDay((period.days?.to ?? to) + 1, zone);
    return {
      ...period,
      started: countOf(started.byPeriod[at] ?? NO_ROWS),
      finished: countOf(finished.byPeriod[at] ?? NO_ROWS),
      wip: wipAt(Math.min(end - 1, asOf)),
      whole: !period.cut && end <= asOf,
    };
  });
  const wip = rows.at(-1)?.wip ?? countOf(NO_ROWS);
  const proxies = settings.delivery
    ? deliveryProxies(dataset, settings, context, periods, start)
    : null;
  const result: ThroughputResult = {
    workflow: plainWorkflow(workflow),
    scope,
    unit: periods.unit,
    range: periods.range,
    shortened: periods.shortened,
    rows,
    total: { started: countOf(started.all), finished: countOf(finished.all), wip },
    types: typeLoads(dataset, finished.all, wip.issues),
    xmr: behaviourOf(rows),
    distribution: distributionOf(rows.filter(({ whole }) => whole)),
    ...(proxies && { delivery: proxies.delivery }),
  };
  return {
    result,
    notes: [...flowNotes(dataset, replay), ...(proxies?.notes ?? [])],
    definitions: [
      flowDefinition(workflow, settings),
      ...definitions({
        Throughput:
          'Issues finished in each period of your time zone; a period without any counts 0. Issues without a known start count as finished too.',
        'In progress':
          'Started and not finished at the end of the period; issues with an unknown start from their first known day.',
        'By issue type':
          'Flow distribution: the share of each issue type in the issues finished in these periods; load: its share in the issues in progress at their end.',
        Distribution:
          'Whole periods by the number of issues finished in them. 85% of the periods had the number at its line, or more.',
        Limits: LIMITS_TEXT,
      }),
      ...(proxies?.definitions ?? []),
    ],
  };
}

const NO_ROWS = new Uint32Array(0);

function typeLoads({ issues }: Dataset, finished: IssueRows, wip: IssueRows): readonly TypeLoad[] {
  const nameOf = (row: number) => issues[row]?.type.name ?? '';
  const [ended, open] = [Map.groupBy(finished, nameOf), Map.groupBy(wip, nameOf)];
  const figure = (rows: readonly number[] | undefined) => countOf(Uint32Array.from(rows ?? []));
  return [...new Set([...ended.keys(), ...open.keys()])]
    .map(name => {
      return {
        id: name,
        label: name,
        finished: figure(ended.get(name)),
        wip: figure(open.get(name)),
      };
    })
    .sort((a, b) => b.finished.value - a.finished.value || b.wip.value - a.wip.value);
}

/** A larger part of the periods is no exception: a team that finishes in bursts. */
const MAX_FAR_OUT = 0.05;

/** The most, without a few periods that are far out (John Tukey's outer fence): one of 72 would press all others into one bar. */
function usualMost(descending: readonly number[]): number {
  const at = (share: number) => descending[Math.floor(share * (descending.length - 1))] ?? 0;
  const [upper, lower] = [at(0.25), at(0.75)];
  const usual = descending.findIndex(count => count <= upper + 3 * Math.max(1, upper - lower));
  const isFew = usual <= Math.max(1, MAX_FAR_OUT * descending.length);
  return descending[isFew ? usual : 0] ?? 0;
}

function distributionOf(rows: readonly ThroughputRow[]): Distribution | null {
  if (rows.length < 2) return null;
  const counts = rows.map(({ finished }) => finished.value).sort((a, b) => b - a);
  const [most = 0, least = 0] = [usualMost(counts), counts.at(-1)];
  const width = wholeWidth(most - least + 1, rows.length);
  const first = Math.floor(least / width);
  const bands = Math.floor(most / width) - first + 1;
  const members = Map.groupBy(rows, ({ finished }) =>
    Math.min(bands, Math.floor(finished.value / width) - first),
  );
  const atLeast = (share: number) => counts[Math.ceil((share * counts.length) / 100) - 1] ?? 0;
  return {
    bands: Array.from({ length: bands + Number(members.has(bands)) }, (_, at): FinishedBand => {
      const own = members.get(at) ?? [];
      return {
        from: (first + at) * width,
        to: (first + at + 1) * width,
        ...(at === bands && { open: true as const }),
        periods: own.length,
        finished: finishedIn(own),
      };
    }),
    atLeast: { 50: atLeast(50), 85: atLeast(85) },
    finished: finishedIn(rows),
  };
}

/** An issue is finished in one period. */
const finishedIn = (rows: readonly ThroughputRow[]): CountFigure =>
  countOf(Uint32Array.from(rows.flatMap(row => [...row.finished.issues])).sort());

function behaviourOf(rows: readonly ThroughputRow[]): ProcessBehaviour | null {
  const whole = rows.filter(row => row.whole);
  const found = processBehaviour(whole.map(row => row.finished.value));
  return (
    found && {
      ...found,
      signals: found.signals.map(({ at, rule }) => ({ at: whole[at]?.position ?? 0, rule })),
    }
  );
}
