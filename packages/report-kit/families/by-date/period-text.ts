import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatDay, formatDays } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { Sort } from '@tallyboard/ui/table/column.ts';
import type { TableColumn } from '../../table/report-table.ts';
import type { TimeUnit } from './period-settings.ts';
import type { DayRange, Period } from './periods.ts';

export const UNIT_HEADS: Readonly<Record<TimeUnit, string>> = {
  day: 'Day',
  hour: 'Hour of the day',
  week: 'Week from',
  month: 'Month',
  quarter: 'Quarter',
  weekday: 'Day of the week',
};

/** The name of a period outside its table: 'Week from Mar 1, 2026'. */
export const periodName = ({ label = '' }: Partial<Period>, unit: TimeUnit): string =>
  unit === 'week' ? `${UNIT_HEADS.week} ${label}` : label;

/** 'only Mar 4 – Mar 7' for a period that the range cuts; null for a whole one. */
export function cutText({ cut, days }: Pick<Period, 'cut' | 'days'>): string | null {
  if (!cut || days === null) return null;
  return `only ${formatDays(days.from, days.to, 'MMM D')}`;
}

/** The first columns of a table by period; files also have the counted days of weeks and months. */
export function periodColumns<Row extends Partial<Period>>(
  unit: TimeUnit,
): readonly TableColumn<Row>[] {
  const day = (id: 'from' | 'to', header: string): TableColumn<Row> => ({
    id,
    header,
    only: 'file',
    value: ({ days }) => (days ? dayText(days[id]) : null),
  });
  return [
    {
      id: 'period',
      header: UNIT_HEADS[unit],
      value: row => row.position,
      file: { value: row => row.id ?? null },
    },
    ...(unit === 'week' || unit === 'month' || unit === 'quarter'
      ? [day('from', 'First day'), day('to', 'Last day')]
      : []),
  ];
}

/** Latest first; hours and weekdays in their natural order. */
export function periodSort(unit: TimeUnit): Sort {
  return { column: 'period', descending: unit !== 'hour' && unit !== 'weekday' };
}

/** 'Oct 30, 2026 to today' */
export function rangeText(
  { from, to }: DayRange,
  { asOf, zone, dateFormat, past }: Pick<ReportContext, 'asOf' | 'zone' | 'dateFormat' | 'past'>,
): string {
  const end = !past && to === localDay(asOf, zone) ? 'today' : formatDay(to, dateFormat);
  return `${formatDay(from, dateFormat)} to ${end}`;
}
