import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { PeriodSeries } from '@tallyboard/report-kit/limits/period-series.ts';
import { periodPoints } from '@tallyboard/report-kit/limits/period-series.ts';
import { formatCount, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import type { CreatedResolvedResult } from './compute.ts';
import type { CreatedResolvedSettings } from './settings.ts';

/** Resolved and created issues of each period, and created less resolved. */
export function createdResolvedSeries(
  { rows, unit, total }: CreatedResolvedResult,
  _: CreatedResolvedSettings,
  context: ReportContext,
): readonly PeriodSeries[] {
  const count = (
    id: 'resolved' | 'created',
    label: string,
    doubt: string | null,
  ): PeriodSeries => ({
    id,
    label,
    period: unit,
    counts: true,
    format: formatCount,
    say: text => `${text} ${id}`,
    doubt,
    points: periodPoints(rows, unit, context, row => ({
      value: row[id].value,
      figure: row[id],
    })),
  });
  const undated = total.undated.value ?? 0;
  const doubt =
    undated === 0
      ? null
      : `Resolved may be too small: the date of ${formatCount(undated)} resolved ${undated === 1 ? 'issue' : 'issues'} is not known.`;
  return [
    count('resolved', 'Resolved', doubt),
    count('created', 'Created', null),
    {
      id: 'net',
      label: 'Net',
      period: unit,
      counts: true,
      least: null,
      format: value => formatSigned(value, 0),
      say: text => `net ${text}`,
      points: periodPoints(rows, unit, context, row => ({ value: row.net })),
    },
  ];
}
