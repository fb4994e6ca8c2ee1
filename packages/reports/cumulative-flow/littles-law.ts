/**
 * Little's law over a window: average WIP = throughput x average cycle time, if arrivals equal departures and WIP and its
 * age are the same at both ends. In any window the integral of WIP over time is the time that issues were in progress.
 *
 *   window   Mon ........ Fri          WIP 1 2 2 1 1     integral 7 days
 *   A-1      Mon .. Wed                3 days of A-1 + 4 days of A-2 = 7 days
 *   A-2          Tue ........ >
 */

import { filterRows, statisticOf, valuesOf } from '@tallyboard/core/measure/figures.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { StatisticFigure } from '@tallyboard/core/model/result.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import { DAY, type Instant, type Milliseconds } from '@tallyboard/core/time/units.ts';

/** Issues with a start; `finish` is NaN for those in progress. */
export interface Clock {
  readonly rows: IssueRows;
  readonly start: Float64Array;
  readonly finish: Float64Array;
}

/** A condition of the law, by a figure of both sides; `holds` within a tenth. */
export interface Assumption {
  readonly id: 'arrivals' | 'wip' | 'age';
  readonly before: number;
  readonly after: number;
  readonly holds: boolean;
}

export interface LittlesLaw {
  readonly days: number;
  /** Integral of the WIP, in ms. */
  readonly wipTime: Milliseconds;
  readonly averageWip: number;
  /** Finished per day. */
  readonly throughput: number;
  /** Elapsed days of the finished issues. */
  readonly cycleTime: StatisticFigure;
  /** Average WIP less throughput x cycle time; null without finished issues. */
  readonly residual: number | null;
  readonly assumptions: readonly Assumption[];
}

/** Null for an empty window. */
export function littlesLaw(clock: Clock, { from, to }: Interval): LittlesLaw | null {
  if (to <= from) return null;
  const { rows, start, finish } = clock;
  const isIn = (instant: Instant) => instant >= from && instant < to;
  const started = filterRows(rows, row => isIn(start[row]!)).length;
  const finished = filterRows(rows, row => isIn(finish[row]!));
  const parts = Float64Array.from(finished, row => (finish[row]! - start[row]!) / DAY);
  const cycleTime = statisticOf('mean', finished, parts);
  const days = (to - from) / DAY;
  const wipTime = integralOfWip(clock, { from, to });
  const averageWip = wipTime / (to - from);
  const throughput = finished.length / days;
  const [before, after] = [stateAt(clock, from), stateAt(clock, to)];
  return {
    days,
    wipTime,
    averageWip,
    throughput,
    cycleTime,
    residual: cycleTime.value === null ? null : averageWip - throughput * cycleTime.value,
    assumptions: [
      assumption('arrivals', started, finished.length),
      assumption('wip', before.wip, after.wip),
      assumption('age', before.age, after.age),
    ],
  };
}

const TOLERANCE = 0.1;

const assumption = (id: Assumption['id'], before: number, after: number): Assumption => ({
  id,
  before,
  after,
  holds: Math.abs(after - before) <= TOLERANCE * Math.max(before, after),
});

/** Just before `t`: the issues in progress and their mean age in days. */
function stateAt({ rows, start, finish }: Clock, t: Instant) {
  let wip = 0;
  let age = 0;
  for (const row of rows) {
    const begin = start[row]!;
    if (begin >= t || finish[row]! < t) continue;
    wip++;
    age += t - begin;
  }
  return { wip, age: wip === 0 ? 0 : age / wip / DAY };
}

/** From the WIP between its changes, in order of time. */
function integralOfWip({ rows, start, finish }: Clock, { from, to }: Interval): Milliseconds {
  const starts = valuesOf(rows, start).sort();
  const finishes = valuesOf(rows, finish).sort();
  let [begun, ended, wip, sum, last] = [0, 0, 0, 0, from];
  for (;;) {
    const next = Math.min(starts[begun] ?? to, finiteOr(finishes[ended], to), to);
    if (next > last) {
      sum += wip * (next - last);
      last = next;
    }
    if (next >= to) return sum;
    while ((starts[begun] ?? to) <= next) {
      wip++;
      begun++;
    }
    while (finiteOr(finishes[ended], to) <= next) {
      wip--;
      ended++;
    }
  }
}

/** NaN sorts last. */
const finiteOr = (value: number | undefined, otherwise: number): number =>
  value === undefined || Number.isNaN(value) ? otherwise : value;
