import { DAY } from '@tallyboard/core/time/units.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { cutMarks, periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { periodName } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import {
  ELAPSED_NAMES,
  elapsedText,
  resolutionDrill,
} from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import {
  limitLines,
  limitMarks,
  marksLabelBeside,
} from '@tallyboard/report-kit/limits/limit-lines.ts';
import { LimitsList } from '@tallyboard/report-kit/limits/limits-list.tsx';
import { reportLimits } from '@tallyboard/report-kit/limits/with-limits.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { goalSeries, type LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ResolutionTimeResult, ResolutionTimeRow } from './compute.ts';
import { resolutionTimeSeries } from './series.ts';
import type { ResolutionTimeSettings } from './settings.ts';

type Props = ViewProps<ResolutionTimeSettings, ResolutionTimeResult>;

/** Mean, median and 85th percentile of each period. */
export function Lines(
  props: Pick<Props, 'result' | 'settings' | 'context' | 'onDrill'> & {
    readonly compact?: boolean;
    readonly height?: number;
  },
) {
  const { result, settings, context, compact, onDrill, height = compact ? 220 : 280 } = props;
  const { rows, unit, total, elapsed } = result;
  const { goal } = settings;
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const limits = useMemo(
    () => reportLimits({ series: resolutionTimeSeries }, result, settings, context) ?? [],
    [result, settings, context],
  );
  const series = useMemo((): LineSeries[] => {
    const [ofMean] = limits;
    const line = (
      id: string,
      label: string,
      time: (row: ResolutionTimeRow) => number | null,
      look: Pick<LineSeries, 'color' | 'style' | 'marks'>,
    ): LineSeries => {
      const times = rows.map(time);
      return { id, label, values: times.map(each => each && elapsedIn(each, elapsed)), ...look };
    };
    const marks = cutMarks(rows).filter(({ index }) => rows[index]?.mean.value !== null);
    return [
      line('mean', 'Mean', row => row.mean.value, {
        color: 'resolved',
        marks: [...marks, ...(ofMean ? limitMarks(ofMean) : [])],
      }),
      line('median', 'Median', row => row.median, { color: 1, style: 'dotted' }),
      line('percentile85', '85th percentile', row => row.percentile85, {
        color: 2,
        style: 'dashed',
      }),
      ...(ofMean
        ? limitLines(
            ofMean,
            rows.length,
            time => elapsedIn(time, elapsed),
            'Usual range of the mean',
          )
        : []),
      ...goalSeries(elapsedIn(goal * DAY, elapsed), rows.length),
    ];
  }, [rows, elapsed, goal, limits]);
  const open = (index: number) => {
    const row = rows[index];
    if (row && row.n.issues.length > 0)
      onDrill(resolutionDrill(periodName(row, unit), row.mean, elapsed));
  };
  return (
    <>
      <LineChart
        title="By resolution date"
        summary={`Mean ${elapsedText(total.mean.value, elapsed)} ${elapsed}.`}
        height={height}
        x={x}
        series={series}
        format={value => formatNumber(value)}
        yTitle={ELAPSED_NAMES[elapsed]}
        marksLabel={marksLabelBeside(limits, cutMarks(rows))}
        onSelect={open}
      />
      {props.height === undefined && <LimitsList limits={limits} compact={compact ?? false} />}
    </>
  );
}
