import '@tallyboard/report-kit/families/by-date/periods.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { cutMarks, periodAxis } from '@tallyboard/report-kit/families/by-date/period-chart.ts';
import { periodSort } from '@tallyboard/report-kit/families/by-date/period-column.tsx';
import { PeriodControls } from '@tallyboard/report-kit/families/by-date/period-controls.tsx';
import { PeriodEmpty } from '@tallyboard/report-kit/families/by-date/period-empty.tsx';
import type { PeriodSettings } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { periodName, UNIT_HEADS } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { createdResolvedColumns, drillOf } from './columns.tsx';
import type { CreatedResolvedResult } from './compute.ts';

type Props = ViewProps<PeriodSettings, CreatedResolvedResult>;

const PAGE_SIZE = 10;

/** Created and resolved as two lines, and period by period. */
export default function CreatedResolvedView(props: Props) {
  const { result, compact } = props;
  const { total } = result;
  const nothing = total.created.issues.length + total.resolved.issues.length === 0;
  return (
    <div className={compact ? 'tb-periods tb-periods--compact' : 'tb-periods'}>
      <PeriodControls {...props} {...result} />
      {nothing ? (
        <PeriodEmpty {...props} extent={result.extent}>
          No issues were created or resolved on these dates.
        </PeriodEmpty>
      ) : (
        <>
          <Lines {...props} />
          <Periods {...props} />
        </>
      )}
    </div>
  );
}

function Lines({ result, context, compact, onDrill }: Props) {
  const { rows, unit, total } = result;
  const x = useMemo(() => periodAxis(rows, unit, context), [rows, unit, context]);
  const series = useMemo(
    (): LineSeries[] => [
      {
        id: 'created',
        label: 'Created',
        color: 'created',
        values: rows.map(row => row.created.value),
        marks: cutMarks(rows),
      },
      {
        id: 'resolved',
        label: 'Resolved',
        color: 'resolved',
        values: rows.map(row => row.resolved.value),
      },
    ],
    [rows],
  );
  const open = (index: number) => {
    const row = rows[index];
    if (row) onDrill(drillOf('created', periodName(row, unit), row.created));
  };
  return (
    <LineChart
      title="Created and resolved"
      hideTitle
      summary={`${formatCount(total.created.value)} created, ${formatCount(total.resolved.value)} resolved.`}
      height={compact ? 220 : 300}
      x={x}
      series={series}
      format={formatCount}
      yTitle="Issues"
      onSelect={open}
    />
  );
}

function Periods({ result, compact, onDrill }: Props) {
  const columns = useMemo(() => createdResolvedColumns(result, onDrill), [result, onDrill]);
  return (
    <DataTable
      // Another unit starts on its first page, in its own order.
      key={result.unit}
      label={`Created and resolved by ${UNIT_HEADS[result.unit].toLowerCase()}`}
      columns={columns}
      rows={result.rows}
      rowId={row => row.id}
      defaultSort={periodSort(result.unit)}
      pageSize={PAGE_SIZE}
      compact={compact}
    />
  );
}
