import { dayText } from '@tallyboard/core/time/day.ts';
import type { Sort } from '@tallyboard/ui/table/column.ts';
import type { TableColumn } from '../../table/report-table.ts';
import type { TimeUnit } from './period-settings.ts';
import { UNIT_HEADS } from './period-text.ts';
import type { Period } from './periods.ts';

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
    ...(unit === 'week' || unit === 'month'
      ? [day('from', 'First day'), day('to', 'Last day')]
      : []),
  ];
}

/** Latest first; hours and weekdays in their natural order. */
export function periodSort(unit: TimeUnit): Sort {
  return { column: 'period', descending: unit !== 'hour' && unit !== 'weekday' };
}
