import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import { type BurnSettings, hasPeople, isSprintType } from './settings.ts';

const ofSprints = ({ type }: BurnSettings) => isSprintType(type);
const ofFilters = ({ type }: BurnSettings) => !isSprintType(type);

export default {
  accounts: { when: hasPeople },
  singleChart: { when: ofSprints },
  from: { when: ofFilters },
  to: { when: ofFilters },
} satisfies FormRules<BurnSettings>;
