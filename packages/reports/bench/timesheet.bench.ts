import { context } from '@tallyboard/core/testing/builders.ts';
import computeTimesheet from '../timesheet/compute.ts';
import { type TimesheetSettings, timesheetSettings } from '../timesheet/settings.ts';
import { overParsing, replayData } from './replay-data.ts';

/** In the middle of the bench worklogs, two for each issue over a year. */
const NOW = context({ asOf: Date.UTC(2024, 6, 31, 20) });

const SHEETS: readonly (Partial<TimesheetSettings> & { readonly name: string })[] = [
  { name: '31 days by author', daySpan: 31 },
  { name: '31 days by issue, detailed', daySpan: 31, groupBy: 'issue-key', view: 'detailed' },
  { name: 'a year by week and sprint', daySpan: 366, unit: 'week', groupBy: 'sprint' },
];

/** Timesheets over all worklogs, as if a query had not narrowed them, against JSON.parse of their issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const data = replayData(count);
  return SHEETS.map(({ name, ...init }) => {
    const settings = { ...timesheetSettings.defaults, ...init };
    return {
      name: `Timesheet, ${name}, ${count} issues, over JSON.parse`,
      value: overParsing(data, dataset => computeTimesheet(dataset, settings, NOW)),
      limit: 0.05,
      unit: 'x',
    };
  });
}
