import { LEVELS } from '@tallyboard/core/forecast/levels.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { timeAxis } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { ForecastResult } from '../compute.ts';
import type { PartResult } from '../part.ts';
import type { ForecastSettings } from '../settings.ts';
import type { TrackRecord } from '../track-record.ts';

/** Every past forecast with what came. */
export function TrackRecordChart({
  record: { forecasts, held, count, cannot, untested },
  unit,
  part = null,
  context,
  compact,
}: Pick<ViewProps<ForecastSettings, ForecastResult>, 'context' | 'compact'> & {
  readonly record: TrackRecord;
  readonly unit: 'Days' | 'Issues';
  /** Whose earlier ones these are, if the forecast is of a part. */
  readonly part?: PartResult | null;
}) {
  const x = useMemo(
    () =>
      timeAxis(
        forecasts.map(({ asOf }) => Date.parse(asOf)),
        context,
      ),
    [forecasts, context],
  );
  const series = useMemo(
    (): LineSeries[] => [
      {
        id: 'actual',
        label: 'Actual',
        color: 'resolved',
        values: forecasts.map(({ actual }) => actual),
      },
      ...([50, 85, 95] as const).map((level): LineSeries => {
        return {
          id: String(level),
          label: `${level}%`,
          // As in the forecast, which has all levels.
          color: LEVELS.indexOf(level) + 1,
          style: 'dashed',
          values: forecasts.map(each => each[level]),
          ...(level === 50 && { bandTo: '95' }),
        };
      }),
    ],
    [forecasts],
  );
  const without =
    cannot === 0
      ? ''
      : part
        ? ` ${formatCount(cannot)} could not be asked about.`
        : ` In ${formatCount(cannot)} other ${cannot === 1 ? 'week' : 'weeks'} there was no forecast.`;
  if (untested !== null) return <p className="tb-quiet">{`${untested}${without}`}</p>;
  const past = part ? `earlier ${part.kind}s` : 'weekly forecasts of the past';
  const [forecast, right] = part ? ['dates', 'kept'] : ['forecasts', 'right'];
  const summary = `${formatCount(count)} ${past}.${without} ${LEVELS.map(
    level => `${level}% ${forecast}: ${formatPercent(held?.[level] ?? null)} ${right}.`,
  ).join(' ')}`;
  return (
    <>
      <p className="tb-quiet">{summary}</p>
      <LineChart
        title="Past forecasts and what came"
        hideTitle
        summary={summary}
        height={compact ? 180 : 220}
        x={x}
        series={series}
        yTitle={unit}
      />
    </>
  );
}
