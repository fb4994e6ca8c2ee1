import './forecast.css';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { TeamQueriesField } from '@tallyboard/report-kit/families/flow/team-queries-field.tsx';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportBody, ReportMenu, ReportTableFold } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools, ReportView } from '@tallyboard/report-kit/report-view.tsx';
import { TableView, useReportTable } from '@tallyboard/report-kit/table/table-view.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { answersOf, whyNoForecast } from './answers.ts';
import type { ForecastResult } from './compute.ts';
import { ForecastChart } from './parts/forecast-chart.tsx';
import { TrackRecordChart } from './parts/track-record-chart.tsx';
import { type ForecastSettings, forecastSettings, teamRole } from './settings.ts';
import { forecastTable, teamsTable } from './table.ts';
import type { Teams } from './teams.ts';

type Props = ViewProps<ForecastSettings, ForecastResult>;

const Control = settingControls(forecastSettings);

export default function ForecastView(props: Props) {
  const { result, compact, settings } = props;
  const { chart } = settings;
  const table = useReportTable(forecastTable, props);
  const answers = answersOf(result, props.context);
  return (
    <ReportView compact>
      {!compact && <Controls {...props} />}
      <ScopeChoices {...props} />
      <ReportBody whyEmpty={whyNoForecast(result)}>
        {chart === 'track-record' ? (
          <TrackRecord {...props} />
        ) : (
          <ForecastChart {...props} answers={answers} height={compact ? 240 : 300} />
        )}
        <ReportTableFold compact={compact}>
          <TableView
            key={result.question}
            {...props}
            label="Forecast by chance"
            table={table}
            pageSize={10}
          />
        </ReportTableFold>
        {result.teams && <TeamsTable {...props} teams={result.teams} />}
        {!compact && chart !== 'track-record' && (
          <>
            <h3>{pastTitle(result)}</h3>
            <TrackRecord {...props} />
          </>
        )}
      </ReportBody>
    </ReportView>
  );
}

const TrackRecord = (props: Props) => {
  const { trackRecord, question, part } = props.result;
  const unit = part || question === 'when' ? 'Days' : 'Issues';
  return <TrackRecordChart {...props} record={trackRecord} part={part} unit={unit} />;
};

/** The things that a name of several can mean. */
function ScopeChoices({ result, settings, onSettings }: Props) {
  const { choices = [] } = result.part ?? {};
  if (choices.length === 0) return null;
  return (
    <ReportTools>
      {choices.map(({ scope, label }) => (
        <Button key={scope} onClick={() => onSettings({ ...settings, scope })}>
          {label}
        </Button>
      ))}
    </ReportTools>
  );
}

function pastTitle({ part, teams }: ForecastResult): string {
  if (part) return `Earlier ${part.kind}s`;
  return teams ? 'Past forecasts as one team' : 'Past forecasts';
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
          <h3>Past forecasts of all teams</h3>
          <TrackRecordChart {...props} record={teams.trackRecord} unit="Days" />
        </>
      )}
    </>
  );
}

/** What is asked, and of how much history. */
function Controls(props: Props) {
  const { settings, onSettings } = props;
  const { question, horizonDays, historyDays, items } = settings;
  const isHowMany = question === 'how-many';
  return (
    <ReportTools>
      <Control {...props} name="question" />
      <ReportMenu
        label={
          isHowMany
            ? `${formatCount(horizonDays)} days ahead`
            : `${items === 0 ? 'All open' : formatCount(items)} issues`
        }
      >
        {isHowMany ? (
          <Control {...props} name="horizonDays" />
        ) : (
          <Control {...props} name="items" />
        )}
        {question === 'by-date' && <ByDate {...props} />}
        {!isHowMany && <Control {...props} name="growth" />}
      </ReportMenu>
      <ReportMenu label={`${formatCount(historyDays)} days of history`}>
        <Control {...props} name="historyDays" />
        <Control {...props} name="calibrate" />
      </ReportMenu>
      <Control {...props} name="chart" only={name => name !== 'track-record'} />
      <Control {...props} name="types" select labelStyle="hidden" />
      <WorkflowControl {...props} />
      {settings.teamQueries.length === 0 && (
        <Control {...props} name="teams" select labelStyle="hidden" />
      )}
      {teamRole(settings) && <Control {...props} name="accounts" select labelStyle="hidden" />}
      <TeamQueriesField
        label="More sources"
        value={settings.teamQueries}
        boards={props.dataset.boards?.list ?? []}
        onChange={teamQueries => onSettings({ ...settings, teamQueries })}
      />
    </ReportTools>
  );
}

/** The end of the days ahead by default. */
function ByDate({ result, settings, onSettings }: Props) {
  return (
    <DateField
      label="Date"
      value={result.byDate ?? ''}
      onChange={text => onSettings({ ...settings, byDate: parseDay(text) })}
    />
  );
}
