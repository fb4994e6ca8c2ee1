import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { type BreakdownSettings, groupingOf } from './settings.ts';

export default {
  accounts: { when: settings => personRole(groupingOf(settings)) !== null },
} satisfies FormRules<BreakdownSettings>;
