import type { Ruler } from '@tallyboard/ui/charts/area-chart.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { CumulativeFlowResult } from './compute.ts';

/** What is read from the lines of start and finish at a day. */
export interface RulerReading {
  readonly started: number;
  readonly finished: number;
  /** The first day on which as many had started as have finished now; null if that was before the first day. */
  readonly back: number | null;
  /** Approximate average cycle time in days. */
  readonly days: number;
  /** Finished and started per day, over those days; null without any. */
  readonly throughput: number | null;
  readonly arrivals: number | null;
}

export function readRuler({ days, workflow }: CumulativeFlowResult, at: number): RulerReading {
  const startedOn = (day: number) => days[day]?.reached[workflow.start] ?? 0;
  const finishedOn = (day: number) => days[day]?.reached[workflow.finish] ?? 0;
  const finished = finishedOn(at);
  let back = at;
  while (back > 0 && startedOn(back - 1) >= finished) back--;
  const isBefore = back === 0 && startedOn(0) > finished;
  const length = at - back;
  return {
    started: startedOn(at),
    finished,
    back: isBefore ? null : back,
    days: length,
    throughput: length === 0 ? null : (finished - finishedOn(back)) / length,
    arrivals: length === 0 ? null : (startedOn(at) - startedOn(back)) / length,
  };
}

const WEEK = 7;

/** From a number per day. */
export const perWeek = (rate: number | null): string =>
  formatNumber(rate === null ? null : rate * WEEK, 1);

/** Null before the first finish. */
export function rulerAt(result: CumulativeFlowResult, at: number): Ruler | null {
  const { started, finished, back, days, throughput, arrivals } = readRuler(result, at);
  if (finished === 0) return null;
  const wip = formatNumber(started - finished, 1);
  const length = `${back === null ? '> ' : ''}${formatNumber(days, 0)} d`;
  return {
    bottom: finished,
    top: started,
    back,
    upText: `WIP ${wip}`,
    backText: length,
    lines: [
      { label: 'Work in progress', value: wip },
      { label: 'Cycle time, about', value: length },
      { label: 'Throughput per week', value: perWeek(throughput) },
      { label: 'Started per week', value: perWeek(arrivals) },
    ],
  };
}
