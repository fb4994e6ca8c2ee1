import { LEVELS } from '@tallyboard/core/forecast/levels.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { dayPattern } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { savePlainCsv } from '@tallyboard/report-kit/table/save-csv.ts';
import { Histogram } from '@tallyboard/ui/charts/histogram.tsx';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { type Answer, isEndless } from '../answers.ts';
import type { ForecastResult } from '../compute.ts';

/** The trials by the issues that they finish, or by the day on which all is done, with the forecast. */
export function OutcomesChart({
  result: { howMany, when, distribution, teams },
  answers,
  context: { asOf, zone, dateFormat },
  height,
}: {
  readonly result: ForecastResult;
  readonly answers: readonly Answer[];
  readonly context: ReportContext;
  /** px. */
  readonly height: number;
}) {
  const joint = when && teams?.joint;
  const { bands = [], endless = 0 } = (joint ? teams.distribution : distribution) ?? {};
  const bins = useMemo(
    () =>
      bands.map(({ from, to, percent }) => ({ from, to, count: Math.round(percent * 100) / 100 })),
    [bands],
  );
  const isByDay = when !== null;
  const { from = 0 } = bands[0] ?? {};
  const { to = 0 } = bands.at(-1) ?? {};
  const { formatBound, formatTick } = useMemo(() => {
    const today = localDay(asOf, zone);
    if (!isByDay) return { formatBound: formatCount };
    const pattern = dayPattern(today + from, today + to);
    return {
      formatBound: (days: number) => formatDay(today + days, dateFormat),
      formatTick: (days: number) => formatDay(today + days, pattern),
    };
  }, [isByDay, from, to, asOf, zone, dateFormat]);
  const lines = useMemo(() => {
    const levels = joint ?? when;
    return LEVELS.flatMap(level => {
      const value = (levels ?? howMany)?.[level];
      if (value === undefined || (levels && isEndless(value))) return [];
      const text = formatBound(value);
      return [{ value, label: `${level}%: ${levels ? `by ${text}` : `${text} or more`}` }];
    });
  }, [joint, when, howMany, formatBound]);
  return (
    <div>
      <Histogram
        title={isByDay ? 'Trials by the day on which all is done' : 'Trials by finished issues'}
        summary={answers.map(({ label, text }) => `${label} ${text}.`).join(' ')}
        height={height}
        bins={bins}
        whole
        unit={isByDay ? '' : 'issues'}
        formatBound={formatBound}
        formatTick={formatTick}
        valueTitle="Trials"
        format={formatPercent}
        lines={lines}
        onExport={({ columns, rows }, title) =>
          savePlainCsv({ columns: columns.with(-1, 'Trials (%)'), rows }, title)
        }
      />
      {endless >= 0.5 && (
        <p className="tb-quiet">{`${formatPercent(endless)} of the trials take over 10 years.`}</p>
      )}
    </div>
  );
}
