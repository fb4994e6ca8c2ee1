import type { ChangeField } from '@tallyboard/core/model/change.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf, type WhatIf } from '@tallyboard/report-kit/contract.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { TimeInStatusResult } from './compute.ts';
import { timeInStatusHeadline } from './headline.ts';
import { type TimeInStatusSettings, timeInStatusSettings } from './settings.ts';
import { timeInStatusTable } from './table.ts';

// Without the date of a category, a history without status changes is told by its resolution.
const HISTORY: readonly ChangeField[] = ['status', 'resolution'];

export default reportOf<TimeInStatusSettings, TimeInStatusResult>(about, {
  tips: 'Time spent in each status.',
  settings: timeInStatusSettings,
  requires: ({ groupBy }) => {
    const grouping = groupBy === null ? null : groupRequirement(groupBy);
    return { ...NO_REQUIREMENT, ...grouping, history: HISTORY };
  },
  whatIf: settings => [
    flagWhatIf(settings, 'stopAtDone', 'clock', 'Time of done issues', {
      runs: 'Count until now',
      stops: 'Stop counting when done',
    }),
    flagWhatIf(settings, 'useCalendar', 'hours', 'Hours', {
      all: '24/7',
      working: 'Working hours',
    }),
  ],
  milliseconds: ['figure', 'measures'],
  headline: timeInStatusHeadline,
  table: timeInStatusTable,
  View: () => import('./view.tsx'),
});

/** `ways` has the ids and labels of off and on. */
function flagWhatIf(
  settings: TimeInStatusSettings,
  flag: 'stopAtDone' | 'useCalendar',
  id: string,
  label: string,
  ways: Readonly<Record<string, string>>,
): WhatIf<TimeInStatusSettings> {
  const names = Object.entries(ways);
  return {
    id,
    label,
    chosen: names[settings[flag] ? 1 : 0]?.[0] ?? '',
    ways: names.map(([way, text], at) => {
      return { id: way, label: text, settings: { ...settings, [flag]: at === 1 } };
    }),
  };
}
