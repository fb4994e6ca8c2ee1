import './by-assignee.css';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { groupColumns } from '@tallyboard/report-kit/families/status/breakdown-table.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { shownSort } from '@tallyboard/report-kit/table/shown-sort.ts';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { DataTable } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo, useState } from 'react';
import { assigneeBars, FIRST_BARS } from './chart.ts';
import type { AssigneeCounts, AssigneeTimes, ByAssigneeResult } from './compute.ts';
import { type ByAssigneeSettings, byAssigneeSettings, CHARTS } from './settings.ts';
import { timeColumns } from './time-columns.tsx';

type Props = ViewProps<ByAssigneeSettings, ByAssigneeResult>;

const Control = settingControls(byAssigneeSettings);

const PAGE_SIZE = 10;

/** One bar chart of all assignees, and their numbers. */
export default function ByAssigneeView(props: Props) {
  const { result, compact } = props;
  const empty = (result.mode === 'created-resolved' ? result.table.rows : result.rows).length === 0;
  return (
    <div className={compact ? 'tb-by-assignee tb-by-assignee--compact' : 'tb-by-assignee'}>
      <Controls {...props} />
      {empty ? (
        <EmptyState title="No data.">
          {result.mode === 'created-resolved'
            ? 'No issues match the query.'
            : 'No resolved issues match the query.'}
        </EmptyState>
      ) : (
        <>
          <Bars {...props} />
          {result.mode === 'created-resolved' ? (
            <CountsTable {...props} result={result} />
          ) : (
            <TimesTable {...props} result={result} />
          )}
        </>
      )}
    </div>
  );
}

function Controls(props: Props) {
  const { result, settings } = props;
  const has = result.mode === 'created-resolved' ? result.has : null;
  const isOffered = (id: string) =>
    id === 'count' ||
    id === settings.estimation ||
    (id === 'points' ? has?.points : has?.time) === true;
  const charts = CHARTS[settings.mode].options.map(({ value }) => value as string);
  return (
    <div className="tb-by-assignee__controls tb-no-print">
      <Control {...props} name="chart" only={id => charts.includes(id)} />
      {has !== null && ['points', 'time'].some(isOffered) && (
        <Control {...props} name="estimation" only={isOffered} />
      )}
    </div>
  );
}

function Bars({ result, settings, onDrill }: Props) {
  const [all, setAll] = useState(false);
  const { chart } = settings;
  const bars = useMemo(
    () => assigneeBars(result, chart, all ? Infinity : FIRST_BARS),
    [result, chart, all],
  );
  const title = CHARTS[settings.mode].options.find(({ value }) => value === chart)?.label;
  return (
    <div>
      <BarChart
        title={title ?? ''}
        orientation="horizontal"
        categories={bars.categories}
        series={bars.series}
        valueTitle={bars.valueTitle}
        format={bars.format}
        onSelect={index => {
          const drill = bars.drills[index];
          if (drill) onDrill(drill);
        }}
      />
      {bars.people > FIRST_BARS && (
        <p className="tb-quiet tb-no-print">
          {!all &&
            `The first ${formatCount(FIRST_BARS)} of ${formatCount(bars.people)} assignees. `}
          <Button appearance="link" onClick={() => setAll(!all)}>
            {all ? `Show the first ${formatCount(FIRST_BARS)}` : 'Show all'}
          </Button>
        </p>
      )}
    </div>
  );
}

function CountsTable({
  result,
  settings,
  compact,
  onDrill,
}: Props & { readonly result: AssigneeCounts }) {
  const { table } = result;
  const { showStatusBars } = settings;
  const columns = useMemo(
    () => groupColumns({ table, showStatusBars, onDrill }),
    [table, showStatusBars, onDrill],
  );
  return (
    <DataTable
      key={table.estimation}
      label="Created and resolved by assignee"
      columns={columns}
      rows={table.rows}
      rowId={row => row.id}
      defaultSort={shownSort(settings.sorting, table.estimation)}
      pageSize={PAGE_SIZE}
      compact={compact}
    />
  );
}

function TimesTable({ result, compact, onDrill }: Props & { readonly result: AssigneeTimes }) {
  const columns = useMemo(() => timeColumns(result, onDrill), [result, onDrill]);
  return (
    <DataTable
      label="Resolution time by assignee"
      columns={columns}
      rows={result.rows}
      rowId={row => row.id}
      totalLabel="All"
      pageSize={PAGE_SIZE}
      compact={compact}
    />
  );
}
