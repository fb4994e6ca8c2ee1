import './forecast.css';
import ChevronDown from '@atlaskit/icon/core/chevron-down';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DateField, NumberField } from '@tallyboard/ui/controls/text-field.tsx';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { answersOf } from './answers.ts';
import type { ForecastResult } from './compute.ts';
import { ForecastChart } from './parts/forecast-chart.tsx';
import { TeamQueriesField } from './parts/team-queries-field.tsx';
import { TrackRecordChart } from './parts/track-record-chart.tsx';
import { type ForecastSettings, forecastSettings } from './settings.ts';
import { forecastTable, teamsTable } from './table.ts';
import type { Teams } from './teams.ts';

type Props = ViewProps<ForecastSettings, ForecastResult>;

const Control = settingControls(forecastSettings);

export default function ForecastView(props: Props) {
  const { result } = props;
  const { cannot, trackRecord } = result;
  const table = useReportTable(forecastTable, props);
  const answers = answersOf(result, props.context);
  return (
    <ReportView compact>
      <Controls {...props} />
      {cannot === null ? (
        <>
          {!props.compact && (
            <div className="tb-options tb-toolbar tb-toolbar--end tb-no-print">
              <Control {...props} name="chart" />
            </div>
          )}
          <ForecastChart {...props} answers={answers} height={props.compact ? 240 : 300} />
          <TableView
            key={result.question}
            {...props}
            label="Forecast by chance"
            table={table}
            pageSize={10}
          />
          {result.teams && <TeamsTable {...props} teams={result.teams} />}
          <h3>{result.teams ? 'Track record as one team' : 'Track record'}</h3>
          <TrackRecordChart
            {...props}
            record={trackRecord}
            unit={result.question === 'when' ? 'Days' : 'Issues'}
          />
        </>
      ) : (
        <EmptyState title={`Cannot forecast. ${cannot}`}>
          Widen the query, or choose another board or more days of history.
        </EmptyState>
      )}
    </ReportView>
  );
}

function TeamsTable({ teams, ...props }: Props & { readonly teams: Teams }) {
  const isWhen = props.result.question !== 'how-many';
  const table = useMemo(() => teamsTable(teams, isWhen), [teams, isWhen]);
  return (
    <>
      <h3>Teams</h3>
      {isWhen && teams.joint === null && (
        <p className="tb-quiet">
          All teams have no forecast, since the history of one is too short.
        </p>
      )}
      <TableView {...props} label="Forecast by team" table={table} pageSize={10} />
      {teams.trackRecord && (
        <>
          <h3>Track record of all teams</h3>
          <TrackRecordChart {...props} record={teams.trackRecord} unit="Days" />
        </>
      )}
    </>
  );
}

/** What is asked, and of how much history. */
function Controls(props: Props) {
  const { settings, result, onSettings } = props;
  const { question } = settings;
  const number = (
    name: 'horizonDays' | 'items' | 'historyDays',
    label: string,
    min: number,
    max: number,
  ) => (
    <NumberField
      label={label}
      value={settings[name]}
      min={min}
      max={max}
      onChange={value => {
        if (value !== null && Number.isInteger(value) && value >= min && value <= max)
          onSettings({ ...settings, [name]: value });
      }}
    />
  );
  return (
    <div className="tb-options tb-toolbar tb-forecast__controls tb-no-print">
      <Control {...props} name="question" />
      {question === 'how-many' && number('horizonDays', 'Days ahead', 1, 730)}
      {question !== 'how-many' && number('items', 'Issues (0: all open)', 0, 100_000)}
      {question === 'by-date' && (
        <DateField
          label="Date"
          value={result.byDate ?? ''}
          onChange={text => onSettings({ ...settings, byDate: parseDay(text) })}
        />
      )}
      {settings.teamQueries.length === 0 && <Control {...props} name="teams" select />}
      <Popover
        label="History"
        trigger={trigger => (
          <Button {...trigger} iconAfter={ChevronDown}>
            {formatCount(settings.historyDays)} days of history
          </Button>
        )}
      >
        <div className="tb-popover__body tb-stack">
          {number('historyDays', 'Days of history', 30, 3650)}
          <Control {...props} name="calibrate" />
          {question !== 'how-many' && <Control {...props} name="growth" />}
        </div>
      </Popover>
      {!props.compact && (
        <>
          <TeamQueriesField
            label="Boards and queries"
            value={settings.teamQueries}
            boards={props.dataset.boards?.list ?? []}
            onChange={teamQueries => onSettings({ ...settings, teamQueries })}
          />
          <Control {...props} name="types" select labelStyle="hidden" />
          <WorkflowControl {...props} />
        </>
      )}
    </div>
  );
}
