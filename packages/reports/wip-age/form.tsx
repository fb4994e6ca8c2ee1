import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { WipAgeSettings } from './settings.ts';

export default {
  ...FLOW_FORM,
  lastDays: { when: ({ from, to }) => from === null && to === null },
} satisfies FormRules<WipAgeSettings>;
