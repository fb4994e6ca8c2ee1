import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import { TeamQueriesField } from '@tallyboard/report-kit/families/flow/team-queries-field.tsx';
import type { FormPartProps, FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { type ForecastSettings, teamRole } from './settings.ts';

function TeamQueriesPart({ setting, settings, site, set }: FormPartProps<ForecastSettings>) {
  return (
    <TeamQueriesField
      label={setting.label}
      value={settings.teamQueries}
      boards={site.boards}
      onChange={teamQueries => set({ teamQueries })}
    />
  );
}

export default {
  ...FLOW_FORM,
  horizonDays: { when: ({ question }) => question === 'how-many' },
  items: { when: ({ question }) => question !== 'how-many' },
  accounts: { when: settings => teamRole(settings) !== null },
  teams: { when: ({ teamQueries }) => teamQueries.length === 0 },
  growth: { when: ({ question, scope }) => question !== 'how-many' && scope === '' },
  order: { when: ({ scope }) => scope !== '' },
  sequence: { when: ({ scope, order }) => scope !== '' && order === 'one-after-another' },
  teamQueries: { Part: TeamQueriesPart },
  byDate: { when: ({ question }) => question === 'by-date' },
} satisfies FormRules<ForecastSettings>;
