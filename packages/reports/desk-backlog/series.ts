import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { type PeriodSeries, periodPoints } from '@tallyboard/report-kit/limits/period-series.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { DeskBacklogResult } from './compute.ts';
import type { DeskBacklogSettings } from './settings.ts';

/** What came in and went out on each day. Open issues of two days are mostly the same ones, so that they have no limits. */
export function deskBacklogSeries(
  { rows, undated }: DeskBacklogResult,
  _: DeskBacklogSettings,
  context: ReportContext,
): readonly PeriodSeries[] {
  const series = (id: 'inflow' | 'outflow', label: string, doubt: string | null): PeriodSeries => ({
    id,
    label,
    period: 'day',
    counts: true,
    format: formatCount,
    say: text => `${text} ${label.toLowerCase()}`,
    doubt,
    points: periodPoints(rows, 'day', context, row => ({ value: row[id].value, figure: row[id] })),
  });
  const doubt =
    undated.value === 0
      ? null
      : `Resolved may be too small: the date of ${formatCount(undated.value)} resolved ${undated.value === 1 ? 'issue' : 'issues'} is not known.`;
  return [series('inflow', 'Created', null), series('outflow', 'Resolved', doubt)];
}
