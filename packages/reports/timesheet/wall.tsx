import type { Wall } from '@tallyboard/report-kit/contract.ts';
import type { TimesheetResult } from './result.ts';
import type { TimesheetSettings } from './settings.ts';
import { timesheetText } from './table.ts';

export default {
  figures(result, settings, context) {
    const { time, mean, range } = timesheetText(settings, context);
    const { total } = result;
    return [
      { label: 'Logged', text: time(total.total.value ?? 0), of: range(result.range) },
      { label: 'Average per working day', text: mean(total.average) },
    ];
  },
  // The total and the average, then the latest days.
  columnOrder: ids => ['total', ...ids.toReversed()],
} satisfies Wall<TimesheetSettings, TimesheetResult>;
