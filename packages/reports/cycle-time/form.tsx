import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { CycleTimeSettings } from './settings.ts';

export default {
  ...FLOW_FORM,
  lastDays: { when: ({ from, to }) => from === null && to === null },
  accounts: { when: ({ groupBy }) => personRole(groupBy) !== null },
  targetPercent: { when: ({ target }) => target > 0 },
  period: { when: ({ groupBy }) => groupBy === null },
} satisfies FormRules<CycleTimeSettings>;
