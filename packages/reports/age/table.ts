import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDays } from '@tallyboard/core/time/format.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { DAYS, ISSUES, type Unit } from '@tallyboard/report-kit/table/units.ts';
import type { AgeFigures, AgeGroup, AgeResult } from './compute.ts';
import { AGE_FROM, type AgeSettings } from './settings.ts';

/** A period, or all issues. */
export type AgeRow = AgeFigures & Partial<AgeGroup>;

const AGES: Unit = { ...DAYS, part: { label: 'Age (days)', format: DAYS.text } };

/** The first and the last date of the issues of a group: 'May 2 – May 10'. */
export function datesText(
  { count: { issues } }: AgeRow,
  since: Float64Array,
  { zone }: ReportContext,
): string {
  const dates = Array.from(issues, row => since[row] ?? 0);
  const day = (instant: number) => localDay(instant, zone);
  const least = dates.reduce((a, b) => Math.min(a, b), Infinity);
  const most = dates.reduce((a, b) => Math.max(a, b), -Infinity);
  return least > most ? '' : formatDays(day(least), day(most), 'MMM D');
}

export function ageTable(
  { groups, total, since }: AgeResult,
  { period, kind }: AgeSettings,
  { asOf }: ReportContext,
): ReportTable<AgeRow> {
  // Issues show their age under the median; sorting by another column sorts them by age too.
  const age = (
    id: 'mean' | 'median' | 'oldest' | 'percentile85',
    header: string,
    reason: string,
  ): TableColumn<AgeRow> => ({
    id,
    header,
    unit: AGES,
    reason,
    figure: row => row[id],
    ofIssue: (_, issue) => (asOf - (since[issue] ?? asOf)) / DAY,
    showsIssues: id === 'median' ? undefined : false,
    folds: id !== 'median',
  });
  const head = period === 'month' ? 'Month' : 'Week';
  return {
    columns: [
      { id: 'period', header: head, file: { header: `${head} from` }, value: row => row.id },
      {
        ...figureColumn('count', 'Issues', ISSUES, 'The issue is unresolved, and of this period.'),
        shows: AGE_FROM[kind],
      },
      age(
        'mean',
        'Mean age',
        'The issue is unresolved; the mean is over the ages of these issues.',
      ),
      age(
        'median',
        'Median age',
        'The issue is unresolved; half of these issues are no older than the median.',
      ),
      age('oldest', 'Oldest', 'No other unresolved issue here is older.'),
      age(
        'percentile85',
        '85th percentile',
        'The issue is unresolved; 85 of 100 of these issues are no older.',
      ),
    ],
    first: ['period', 'status', 'count', 'median', 'percentile85', 'oldest', 'mean'],
    ...groupRows<AgeRow>(groups, total, period),
    total: { label: 'All issues', row: total },
  };
}
