import type { ReportTable } from '@tallyboard/report-kit/table/report-table.ts';
import { FigureCell } from '@tallyboard/report-kit/table/table-view.tsx';
import { type EstimationLine, isTime } from './table.ts';
import type { EstimationProps } from './view-props.ts';

/** The figures of all issues together: times as bars against the longest of them. */
export function OverviewFigures({
  result: { total },
  table,
  compact,
  onDrill,
}: EstimationProps & { readonly table: ReportTable<EstimationLine> }) {
  const columns = table.columns.slice(1);
  const totalOf = (column: (typeof columns)[number]) => Number(column.value?.(total) ?? 0);
  const largest = columns.filter(isTime).reduce((most, each) => Math.max(most, totalOf(each)), 1);
  return (
    <dl className="tb-estimation__overview">
      {columns.map(column => {
        const value = totalOf(column);
        const width = isTime(column) ? (100 * value) / largest : value;
        return (
          <div key={column.id} className="tb-estimation__figure">
            <dt data-tb-tooltip={column.reason}>{column.header}</dt>
            <dd>
              <FigureCell
                column={{ ...column, bar: undefined }}
                row={total}
                name="All issues"
                of="total"
                large={!compact}
                onDrill={onDrill}
              />
              {column.id !== 'error' && (
                <span className="tb-estimation__track" aria-hidden="true">
                  <span style={{ width: `${Math.max(0, Math.min(100, width))}%` }} />
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
