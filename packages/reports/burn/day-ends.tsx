import { formatDay } from '@tallyboard/core/time/format.ts';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { useMemo } from 'react';
import type { DayEnd } from './day-table.ts';
import { burnTable } from './table.ts';
import type { ChartProps } from './view-props.ts';

/** The chart as a table of day ends; each number opens its issues. */
export function DayEnds(props: ChartProps) {
  const { settings, context } = props;
  const table = useReportTable(burnTable, props);
  const pattern = `ddd, ${settings.dateFormat ?? context.dateFormat}`;
  const cells = useMemo(
    () => ({ day: { cell: (row: DayEnd) => formatDay(row.day, pattern) } }),
    [pattern],
  );
  return (
    <Disclosure title="Daily values" level={3}>
      <TableView {...props} label="Daily values" table={table} cells={cells} pageSize={25} />
    </Disclosure>
  );
}
