import type { Ruler } from '@tallyboard/ui/charts/area-chart.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { CumulativeFlowResult } from './compute.ts';
import type { CumulativeFlowSettings } from './settings.ts';

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
const perWeek = (rate: number | null): string =>
  formatNumber(rate === null ? null : rate * WEEK, 1);

/** The work in progress of a day, on the columns right of it; with the lines of start and finish its cycle time too. */
export function rulerAt(
  result: CumulativeFlowResult,
  at: number,
  mode: CumulativeFlowSettings['mode'],
): Ruler | null {
  const day = result.days[at];
  if (!day) return null;
  const wip = formatNumber(day.wip, 1);
  const upText = `WIP ${wip}`;
  const inProgress = { label: 'Work in progress', value: wip };
  const { started, finished, back, days, throughput, arrivals } = readRuler(result, at);
  if (mode === 'present' || finished === 0) {
    const bottom = day.present.slice(result.workflow.finish).reduce((sum, each) => sum + each, 0);
    return { bottom, top: bottom + day.wip, back: at, upText, backText: '', lines: [inProgress] };
  }
  const length = `${back === null ? '> ' : ''}${formatNumber(days, 0)} d`;
  const movedBack = day.wip - (started - finished);
  return {
    bottom: finished,
    top: started,
    back,
    upText,
    backText: length,
    lines: [
      inProgress,
      ...(movedBack === 0
        ? []
        : [
            {
              label: 'Reopened after finishing',
              value: formatNumber(movedBack, 1),
            },
          ]),
      { label: 'Cycle time, about', value: length },
      { label: 'Throughput per week', value: perWeek(throughput) },
      { label: 'Started per week', value: perWeek(arrivals) },
    ],
  };
}

/** Issues may have been started, and of none is it known when: then work in progress, starts and times are not 0. */
export const areStartsUnknown = ({
  started,
  days,
  workflow,
  withoutHistory,
}: CumulativeFlowResult): boolean =>
  started.rows.length === 0 && (withoutHistory || (days.at(-1)?.reached[workflow.start] ?? 0) > 0);
