import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { calendarTicks } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { PERCENTILES } from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';
import { flowDays, flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { chosenIssues } from '@tallyboard/report-kit/figures/chosen-issues.ts';
import type { ChartProps } from '@tallyboard/ui/charts/chart-frame.tsx';
import { ScatterPlot } from '@tallyboard/ui/charts/scatter-plot.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CycleTimeResult } from '../compute.ts';
import type { CycleTimeSettings } from '../settings.ts';

/** Points of a scatter plot; more are neither readable nor fast. */
const MAX_POINTS = 2000;
/** Longer cycle times, in 95th percentiles, would flatten all others. */
const MAX_HEIGHT = 3;

/** Longer cycle times are not drawn, in the unit of the result. */
export const maxHeight = (percentiles: CycleTimeResult['percentiles']): number =>
  (percentiles[95] ?? 0) * MAX_HEIGHT;

type Props = Pick<
  ViewProps<CycleTimeSettings, CycleTimeResult>,
  'result' | 'settings' | 'context' | 'onDrill'
> & {
  readonly zoom?: ChartProps['zoom'];
  readonly drawn: CycleTimeResult['finished'];
  /** By row. */
  readonly keys: ReadonlyMap<number, string>;
  /** px. */
  readonly height: number;
};

/** Finished issues by the date of the finish, with lines at percentiles. */
export function CycleScatter(props: Props) {
  const { result, settings, context, onDrill, zoom, drawn, keys, height } = props;
  const { percentiles, unit } = result;
  const { target } = settings;
  const points = useMemo(
    () =>
      Array.from(drawn.rows, (row, at) => ({
        x: drawn.finish[at] ?? 0,
        y: flowDays(drawn.value[at] ?? 0, unit),
        label: keys.get(row) ?? '',
      })),
    [drawn, keys, unit],
  );
  const lines = useMemo(
    () => [
      ...PERCENTILES.flatMap(share => {
        const value = percentiles[share];
        return value === null ? [] : [{ label: `${share}% within`, value: flowDays(value, unit) }];
      }),
      ...(target === 0 ? [] : [{ label: 'Target', value: target }]),
    ],
    [percentiles, unit, target],
  );
  const formatX = useMemo(
    () => (instant: number) => formatInstant(instant, context.zone, context.dateFormat),
    [context.zone, context.dateFormat],
  );
  const ticks = useMemo(
    () => (span: Interval, width: number) => calendarTicks(span, context.zone, width),
    [context.zone],
  );
  const { part } = flowUnit(unit);
  return (
    <ScatterPlot
      title="Cycle time by finish date"
      summary={lines.map(({ label, value }) => `${label} ${format(value)} days.`).join(' ')}
      height={height}
      zoom={zoom}
      points={points}
      lines={lines}
      formatX={formatX}
      ticks={ticks}
      format={format}
      formatLine={formatLine}
      yTitle="Days"
      onSelect={indices => {
        const { rows, value } = drawn;
        const { name, figure } = chosenIssues(indices, rows, value, at => points[at]?.label ?? '');
        onDrill({ title: `Cycle time · ${name}`, reason: REASON, figure, part });
      }}
    />
  );
}

const REASON = 'Finished, and counted with the time from start to finish.';
const format = (days: number) => formatNumber(days, 1);
/** After '85% within' and 'Target'. */
const formatLine = (days: number) => `${format(days)} d`;

/** The latest finished issues, without those whose cycle time would flatten all others. */
export function drawnIssues({
  finished: { rows, start, finish, value },
  percentiles,
}: CycleTimeResult): CycleTimeResult['finished'] {
  const limit = maxHeight(percentiles);
  const drawn = Uint32Array.from(rows.keys()).filter(at => (value[at] ?? 0) <= limit);
  const chosen = drawn
    .sort((a, b) => (finish[b] ?? 0) - (finish[a] ?? 0))
    .slice(0, MAX_POINTS)
    .sort();
  const pick = (values: Float64Array) => Float64Array.from(chosen, at => values[at] ?? 0);
  return {
    rows: Uint32Array.from(chosen, at => rows[at] ?? 0),
    start: pick(start),
    finish: pick(finish),
    value: pick(value),
  };
}
