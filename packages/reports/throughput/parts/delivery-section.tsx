import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { periodSort } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { PERIOD_CELLS } from '@tallyboard/report-kit/families/by-date/period-view.tsx';
import { cellValue, type TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { FigureCell, TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { Totals } from '@tallyboard/ui/figure/totals.tsx';
import type { ThroughputResult } from '../compute.ts';
import type { ThroughputSettings } from '../settings.ts';
import { deliveryTable, type Row } from './delivery-table.ts';

/** The proxies of delivery over all periods, and by period. */
export function DeliverySection(props: ViewProps<ThroughputSettings, ThroughputResult>) {
  const { result, compact, onDrill } = props;
  const table = useReportTable(deliveryTable, props);
  const { total, columns } = table;
  const { releases = null, incidents = null } = result.delivery?.total ?? {};
  const known = releases !== null || incidents !== null;
  return (
    <>
      <h3>Delivery metrics (proxies)</h3>
      {releases === null && (
        <p className="tb-quiet">No issue is in a released version with a release day.</p>
      )}
      {incidents === null && <p className="tb-quiet">The query has no incidents.</p>}
      {known && total && (
        <>
          <Totals
            totals={columns
              .filter(({ unit }) => unit !== undefined)
              .map(column => ({
                id: column.id,
                label: column.header,
                value: (
                  <>
                    <FigureCell
                      column={column}
                      row={total.row}
                      name={total.label}
                      of="total"
                      onDrill={onDrill}
                    />
                    {unitOf(column, total.row)}
                  </>
                ),
              }))}
          />
          <TableView
            // Resets page and sort when the unit changes.
            key={result.unit}
            {...props}
            label="Delivery by period"
            table={table}
            cells={PERIOD_CELLS}
            defaultSort={periodSort(result.unit)}
            pageSize={compact ? 5 : 10}
          />
        </>
      )}
    </>
  );
}

/** ' d', '%'; nothing behind a value that is not available. */
function unitOf({ unit, ...column }: TableColumn<Row>, row: Row): string {
  if (!unit?.sign || (cellValue(column, row) ?? null) === null) return '';
  return unit.sign === '%' ? '%' : ` ${unit.sign}`;
}
