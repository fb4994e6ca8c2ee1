import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { TimesheetResult } from './result.ts';
import type { TimesheetSettings } from './settings.ts';

export default {
  // The total and the average, then the latest days.
  columnOrder: ids => ['total', ...ids.toReversed()],
} satisfies Wall<TimesheetSettings, TimesheetResult>;
