import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import { TeamQueriesField } from '@tallyboard/report-kit/families/flow/team-queries-field.tsx';
import type { FormPartProps, FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { MeasureField } from './fields/measure-field.tsx';
import { RowsField } from './fields/rows-field.tsx';
import { type ProgrammeSettings, rowsAreIssues } from './settings.ts';

type Props = FormPartProps<ProgrammeSettings>;

const RowsPart = ({ setting, settings, site, set, error }: Props) => (
  <RowsField
    label={setting.label}
    value={settings.rows}
    error={error}
    issueTypes={site.issueTypes}
    onChange={rows => set({ rows })}
  />
);

const QueriesPart = ({ setting, settings, site, set }: Props) => (
  <TeamQueriesField
    label={setting.label}
    value={settings.queries}
    boards={site.boards}
    onChange={queries => set({ queries })}
  />
);

const MeasurePart = ({ setting, settings, site, set, error }: Props) => (
  <MeasureField
    label={setting.label}
    error={error}
    value={settings.measure}
    fields={site.fields}
    onChange={measure => set({ measure })}
  />
);

export default {
  ...FLOW_FORM,
  rows: { Part: RowsPart },
  queries: { when: ({ rows }) => rows === 'query', Part: QueriesPart },
  measure: { Part: MeasurePart },
  rule: { when: ({ measure }) => measure !== 'issues' },
  scope: { when: ({ rows }) => rowsAreIssues(rows) },
  sequence: { when: ({ order }) => order === 'one-after-another' },
} satisfies FormRules<ProgrammeSettings>;
