import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { ThroughputSettings } from './settings.ts';

export default {
  ...FLOW_FORM,
  lastDays: { when: ({ from }) => from === null },
} satisfies FormRules<ThroughputSettings>;
