import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import type { ViewProps } from '../../contract.ts';
import type { ReportTable } from '../../table/report-table.ts';
import { TableView } from '../../table/table-view.tsx';
import type { PeriodSettings, TimeUnit } from './period-settings.ts';
import { cutText, periodSort, UNIT_HEADS } from './period-text.ts';
import type { DayRange, Period } from './periods.ts';

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

/** An empty range, with a button for all dates. */
export function PeriodEmpty(props: {
  readonly settings: PeriodSettings;
  readonly extent: DayRange | null;
  readonly onSettings: (settings: PeriodSettings) => void;
  readonly children: ReactNode;
}) {
  const { settings, extent, onSettings, children } = props;
  return (
    <EmptyState
      title="No data."
      action={
        extent
          ? { label: 'Show all dates', onSelect: () => onSettings({ ...settings, ...extent }) }
          : undefined
      }
    >
      {children}
    </EmptyState>
  );
}
