import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { EstimationSettings } from './settings.ts';

export default {
  accounts: { when: ({ groupBy }) => personRole(groupBy) !== null },
} satisfies FormRules<EstimationSettings>;
