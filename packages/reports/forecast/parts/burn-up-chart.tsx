import { LEVELS } from '@tallyboard/core/forecast/levels.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { timeAxis } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { useMemo } from 'react';
import type { Answer } from '../answers.ts';
import type { BurnUp } from '../compute.ts';

/** Finished issues of the sample, and at least how many there will be with each chance. */
export function BurnUpChart({
  burnUp,
  items,
  answers,
  context,
  height,
}: {
  readonly burnUp: BurnUp;
  readonly items: number | null;
  readonly answers: readonly Answer[];
  readonly context: ReportContext;
  /** px. */
  readonly height: number;
}) {
  const { history, outcomes } = burnUp;
  // The present is the last point of the history and the first of the outcomes.
  const x = useMemo(
    () =>
      timeAxis(
        [...history, ...outcomes.slice(1)].map(({ at }) => at),
        context,
      ),
    [history, outcomes, context],
  );
  const series = useMemo((): LineSeries[] => {
    const before = history.slice(1).map(() => null);
    const after = outcomes.slice(1).map(() => null);
    const now = history.at(-1)?.finished ?? 0;
    return [
      {
        id: 'finished',
        label: 'Finished',
        color: 'resolved',
        values: [...history.map(({ finished }) => finished), ...after],
      },
      ...LEVELS.map((level, at): LineSeries => {
        return {
          id: String(level),
          label: `${level}%`,
          color: at + 1,
          style: 'dashed',
          values: [...before, ...outcomes.map(each => each[level])],
          ...(at === 0 && { bandTo: String(LEVELS.at(-1)) }),
        };
      }),
      ...(items === null
        ? []
        : [
            {
              id: 'items',
              label: 'Remaining',
              color: 'created' as const,
              style: 'dotted' as const,
              values: [
                ...history.map(() => now + items),
                ...outcomes.slice(1).map(({ growth }) => now + items + growth),
              ],
            },
          ]),
    ];
  }, [history, outcomes, items]);
  return (
    <LineChart
      title="Finished issues and forecast"
      summary={answers.map(({ label, text }) => `${label} ${text}.`).join(' ')}
      height={height}
      x={x}
      series={series}
      yTitle="Issues"
      today={history.at(-1)?.at ?? 0}
    />
  );
}
