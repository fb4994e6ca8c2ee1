import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { GroupTable } from '@tallyboard/report-kit/families/status/group-table.tsx';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo, useState } from 'react';
import { assigneeBars, FIRST_BARS } from './chart.ts';
import type { AssigneeTimes, ByAssigneeResult } from './compute.ts';
import { type ByAssigneeSettings, byAssigneeSettings, CHARTS } from './settings.ts';
import { timesTable } from './table.ts';

type Props = ViewProps<ByAssigneeSettings, ByAssigneeResult>;

const Switch = settingSwitches(byAssigneeSettings);

export default function ByAssigneeView(props: Props) {
  const { result, compact } = props;
  const empty = (result.mode === 'created-resolved' ? result.table.rows : result.rows).length === 0;
  return (
    <ReportView compact={compact}>
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
            <GroupTable {...props} table={result.table} label="Created and resolved by assignee" />
          ) : (
            <TimesTable {...props} result={result} />
          )}
        </>
      )}
    </ReportView>
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
    <div className="tb-toolbar tb-no-print">
      <Switch {...props} name="chart" only={id => charts.includes(id)} />
      {has !== null && ['points', 'time'].some(isOffered) && (
        <Switch {...props} name="estimation" only={isOffered} />
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

function TimesTable(props: Props & { readonly result: AssigneeTimes }) {
  const table = useReportTable(timesTable, props);
  return (
    <TableView
      {...props}
      label="Resolution time by assignee"
      table={table}
      cells={nameCells(true)}
      pageSize={10}
    />
  );
}
