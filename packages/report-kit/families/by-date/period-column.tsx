import './periods.css';
import type { Column, Sort } from '@tallyboard/ui/table/data-table.tsx';
import type { TimeUnit } from './period-settings.ts';
import { cutText, UNIT_HEADS } from './period-text.ts';
import type { Period } from './periods.ts';

/** The first column of a table by period; a period that the range cuts says which of its days count. */
export function periodColumn<Row extends Period>(unit: TimeUnit): Column<Row> {
  return {
    id: 'period',
    header: UNIT_HEADS[unit],
    value: row => row.position,
    cell: row => <PeriodLabel period={row} />,
  };
}

function PeriodLabel({ period }: { readonly period: Period }) {
  const text = cutText(period);
  return (
    <span className="tb-periods__label">
      {period.label}
      {text !== null && <span className="tb-quiet"> {text}</span>}
    </span>
  );
}

/** What is new stands first; hours and weekdays stand as clocks and calendars have them. */
export function periodSort(unit: TimeUnit): Sort {
  return { column: 'period', descending: unit !== 'hour' && unit !== 'weekday' };
}
