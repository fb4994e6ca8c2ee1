import type { BurnProps, ChartProps } from './view-props.ts';
import './burn.css';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { useMemo } from 'react';
import { about } from './about.ts';
import { BurnControls } from './burn-controls.tsx';
import { BurnPicture } from './chart/burn-picture.tsx';
import { LedgerTable } from './ledger-table.tsx';
import type { DayEnd } from './states.ts';
import { burnTable } from './table.ts';
import { Totals } from './totals.tsx';

/** The chart of sprints or days, its totals, scope changes and daily values. */
export default function BurnView(props: BurnProps) {
  const { result, compact, lite } = props;
  const { chart } = result;
  return (
    <ReportView className="tb-burn" compact={compact} promoted={lite && about.title}>
      <BurnControls {...props} />
      {chart ? (
        <>
          <Totals {...props} chart={chart} />
          <BurnPicture {...props} chart={chart} />
          <LedgerTable {...props} chart={chart} />
          <DayEnds {...props} chart={chart} />
        </>
      ) : (
        <EmptyState title="No data.">{result.why}</EmptyState>
      )}
    </ReportView>
  );
}

function DayEnds(props: ChartProps) {
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
