import type { FormRules } from '@tallyboard/report-kit/form/form-rules.ts';
import type { TimesheetSettings } from './settings.ts';

const ofMonths = ({ unit }: TimesheetSettings) => unit === 'month';
const ofDays = ({ unit }: TimesheetSettings) => unit !== 'month';

export default {
  totalsOnly: { when: ofMonths },
  daySpan: { when: ofDays },
  fullWeeks: { when: ofDays },
} satisfies FormRules<TimesheetSettings>;
