import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { ForecastSettings } from './settings.ts';

export default {
  ...FLOW_FORM,
  horizonDays: { when: ({ question }) => question === 'how-many' },
  items: { when: ({ question }) => question !== 'how-many' },
  teams: { when: ({ question }) => question !== 'how-many' },
  byDate: { when: ({ question }) => question === 'by-date' },
} satisfies FormRules<ForecastSettings>;
