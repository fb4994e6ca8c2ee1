import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { CumulativeFlowSettings } from './settings.ts';

export default {
  pointsField: { when: ({ estimation }) => estimation === 'points' },
} satisfies FormRules<CumulativeFlowSettings>;
