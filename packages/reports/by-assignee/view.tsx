import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { GroupTable } from '@tallyboard/report-kit/families/status/group-table.tsx';
import { FirstBars } from '@tallyboard/report-kit/figures/first-bars.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { settingSwitches } from '@tallyboard/report-kit/form/setting-switch.tsx';
import { ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { nameCells } from '@tallyboard/report-kit/table/group-name.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { useMemo } from 'react';
import { assigneeBars } from './chart.ts';
import type { AssigneeTimes, ByAssigneeResult } from './compute.ts';
import { type ByAssigneeSettings, byAssigneeSettings, CHARTS } from './settings.ts';
import { timesTable } from './table.ts';

type Props = ViewProps<ByAssigneeSettings, ByAssigneeResult>;

const Switch = settingSwitches(byAssigneeSettings);
const Control = settingControls(byAssigneeSettings);

export default function ByAssigneeView(props: Props) {
  const { result, compact } = props;
  const empty = (result.mode === 'created-resolved' ? result.table.rows : result.rows).length === 0;
  return (
    <ReportView compact={compact}>
      {!compact && <Controls {...props} />}
      {empty ? (
        <EmptyState title="No data.">
          {result.mode === 'created-resolved'
            ? 'No issues match the query.'
            : 'No resolved issues match the query.'}
        </EmptyState>
      ) : (
        <>
          <Bars {...props} />
          <ReportTableFold compact={compact}>
            {result.mode === 'created-resolved' ? (
              <GroupTable
                {...props}
                table={result.table}
                label="Created and resolved by assignee"
              />
            ) : (
              <TimesTable {...props} result={result} />
            )}
          </ReportTableFold>
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
    <div className="tb-options tb-toolbar tb-no-print">
      <Switch {...props} name="chart" only={id => charts.includes(id)} />
      {has !== null && ['points', 'time'].some(isOffered) && (
        <Switch {...props} name="estimation" only={isOffered} />
      )}
      <Control {...props} name="accounts" select />
    </div>
  );
}

function Bars({ result, settings, onDrill }: Props) {
  const { chart } = settings;
  const bars = useMemo(() => assigneeBars(result, chart), [result, chart]);
  const title = CHARTS[settings.mode].options.find(({ value }) => value === chart)?.label;
  return (
    <FirstBars count={bars.drills.length} names="assignees">
      {most => (
        <BarChart
          title={title ?? ''}
          orientation="horizontal"
          categories={bars.categories.slice(0, most)}
          series={bars.series.map(one => ({ ...one, values: one.values.slice(0, most) }))}
          valueTitle={bars.valueTitle}
          format={bars.format}
          onSelect={index => {
            const drill = bars.drills[index];
            if (drill) onDrill(drill);
          }}
        />
      )}
    </FirstBars>
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
