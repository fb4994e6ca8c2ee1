import { context } from '@tallyboard/core/testing/builders.ts';
import computeTimeInStatus from '../time-in-status/compute.ts';
import { type TimeInStatusSettings, timeInStatusSettings } from '../time-in-status/settings.ts';
import { overParsing, replayData } from './replay-data.ts';
import { statusWalks } from './status-walks.ts';

const NOW = context({ asOf: Date.UTC(2026, 2, 1) });
const KINDS: readonly (readonly [name: string, settings: Partial<TimeInStatusSettings>])[] = [
  ['ungrouped', { statusBy: 'category' }],
  ['by assignee', { groupBy: 'assignee' }],
  ['by assignee, with a calendar', { groupBy: 'assignee', useCalendar: true }],
  ['by sprint, with a calendar', { groupBy: 'sprint', useCalendar: true, stopAtDone: true }],
  ['by issue, with a calendar', { groupBy: 'issue-key', useCalendar: true }],
];

/** Time in status by status name over issues that moved about, against JSON.parse of the same issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const data = statusWalks(replayData(count));
  return KINDS.map(([name, chosen]) => {
    const settings = {
      ...timeInStatusSettings.defaults,
      statusBy: 'status' as const,
      ...chosen,
    };
    return {
      name: `Time in status ${name}, ${count} issues, over JSON.parse`,
      value: overParsing(data, dataset => computeTimeInStatus(dataset, settings, NOW)),
      limit: 0.05,
      unit: 'x',
    };
  });
}
