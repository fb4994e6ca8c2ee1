import type { ViewProps } from '../../contract.ts';
import type { ReportTable } from '../../table/report-table.ts';
import { TableView } from '../../table/table-view.tsx';
import type { TimeUnit } from './period-settings.ts';
import { periodSort } from './period-table.ts';
import { cutText, UNIT_HEADS } from './period-text.ts';
import type { Period } from './periods.ts';

/** A period that the range cuts says which of its days count. */
const PERIOD_CELLS = {
  period: {
    cell: ({ label, cut = false, days = null }: Partial<Period>) => {
      const text = cutText({ cut, days });
      return (
        <span className="tb-nowrap">
          {label}
          {text !== null && <span className="tb-quiet"> {text}</span>}
        </span>
      );
    },
  },
};

/** A table by period, in pages. */
export function PeriodTable<Row extends Partial<Period>>(
  props: Pick<ViewProps<unknown, unknown>, 'compact' | 'onDrill'> & {
    readonly table: ReportTable<Row>;
    readonly unit: TimeUnit;
    readonly title: string;
  },
) {
  const { table, unit, title, compact, onDrill } = props;
  return (
    <TableView
      // Resets page and sort when the unit changes.
      key={unit}
      label={`${title} by ${UNIT_HEADS[unit].toLowerCase()}`}
      table={table}
      cells={PERIOD_CELLS}
      onDrill={onDrill}
      defaultSort={periodSort(unit)}
      pageSize={10}
      compact={compact}
    />
  );
}
