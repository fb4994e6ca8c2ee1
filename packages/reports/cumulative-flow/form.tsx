import FLOW_FORM from '@tallyboard/report-kit/families/flow/flow-form.tsx';
import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { CumulativeFlowSettings } from './settings.ts';

export default {
  ...FLOW_FORM,
  pointsField: { when: ({ estimation }) => estimation === 'points' },
} satisfies FormRules<CumulativeFlowSettings>;
