import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { OverviewSettings } from './settings.ts';

export default {
  accounts: { when: ({ showBreakdowns }) => showBreakdowns },
} satisfies FormRules<OverviewSettings>;
