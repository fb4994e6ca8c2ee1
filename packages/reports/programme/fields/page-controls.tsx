import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { TeamQueriesField } from '@tallyboard/report-kit/families/flow/team-queries-field.tsx';
import { WorkflowControl } from '@tallyboard/report-kit/families/flow/workflow-control.tsx';
import { settingControls } from '@tallyboard/report-kit/form/setting-control.tsx';
import { ReportMenu } from '@tallyboard/report-kit/report-body.tsx';
import { ReportTools } from '@tallyboard/report-kit/report-view.tsx';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { useState } from 'react';
import type { ProgrammeResult } from '../result.ts';
import {
  isNamedMeasure,
  type ProgrammeSettings,
  programmeSettings,
  type Rows,
  rowsAreIssues,
} from '../settings.ts';
import { MeasureField } from './measure-field.tsx';
import { RowsField } from './rows-field.tsx';

type Props = ViewProps<ProgrammeSettings, ProgrammeResult>;

const Control = settingControls(programmeSettings);

/** What the rows are, what is measured, and how the team works on them. */
export function PageControls(props: Props) {
  const { settings, onSettings, dataset, result } = props;
  const { rows, queries, measure, order } = settings;
  const put = (change: Partial<ProgrammeSettings>) => onSettings({ ...settings, ...change });
  return (
    <ReportTools>
      <ReportMenu label={rowsText(rows)}>
        <RowsField
          label="Rows"
          value={rows}
          issueTypes={dataset.issueTypes}
          lazy
          onChange={next => put({ rows: next, growthOf: '' })}
        />
        {rows === 'query' && (
          <TeamQueriesField
            label="Queries of the rows"
            value={queries}
            boards={dataset.boards?.list ?? []}
            onChange={next => put({ queries: next, growthOf: '' })}
          />
        )}
        {rowsAreIssues(rows) && <Control {...props} name="scope" select />}
      </ReportMenu>
      <ReportMenu label={measureText(measure, result.field)}>
        <MeasureField
          label="Measured in"
          value={measure}
          onChange={next => put({ measure: next })}
        />
        {measure !== 'issues' && <Control {...props} name="rule" select />}
      </ReportMenu>
      <ReportMenu
        label={order === 'side-by-side' ? 'Team: side by side' : 'Team: one after another'}
      >
        <Control {...props} name="order" select />
        {order === 'one-after-another' && (
          <Sequence value={settings.sequence} onChange={sequence => put({ sequence })} />
        )}
        <Control {...props} name="historyDays" />
      </ReportMenu>
      <WorkflowControl {...props} />
    </ReportTools>
  );
}

/** Applies when the reader leaves it or presses Enter, since the dates are computed anew. */
function Sequence(props: { readonly value: string; readonly onChange: (text: string) => void }) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const apply = () => typed !== value && onChange(typed);
  return (
    <InputField
      label="In the order"
      help="Keys or names, separated by commas. The others follow by rank, versions by release day."
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) apply();
      }}
    />
  );
}

const ROWS_TEXTS: ReadonlyMap<Rows, string> = new Map([
  ['epic', 'Epics'],
  ['version', 'Versions'],
  ['board-set', 'Board set'],
  ['query', 'Queries'],
]);

const rowsText = (rows: Rows): string =>
  `Rows: ${ROWS_TEXTS.get(rows) ?? rows.slice('level:'.length).trim()}`;

function measureText(measure: string, field: string | null): string {
  if (!isNamedMeasure(measure)) return `In ${field ?? measure}`;
  return { issues: 'In issues', points: 'In points', time: 'In time' }[measure];
}
