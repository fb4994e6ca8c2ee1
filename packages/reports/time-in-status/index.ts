import type { ChangeField } from '@tallyboard/core/model/change.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '@tallyboard/report-kit/contract.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { TimeInStatusResult } from './compute.ts';
import { type TimeInStatusSettings, timeInStatusSettings } from './settings.ts';
import { timeInStatusTable } from './table.ts';
import { clockWhatIf, hoursWhatIf } from './what-if.ts';

const HISTORY: readonly ChangeField[] = ['status'];

const timeInStatus: Report<TimeInStatusSettings, TimeInStatusResult> = {
  id: about.id,
  title: () => about.title,
  tips: 'Time spent in each status.',
  settings: timeInStatusSettings,
  requires: ({ groupBy }) => {
    const grouping = groupBy === null ? null : groupRequirement(groupBy);
    return { ...NO_REQUIREMENT, ...grouping, history: HISTORY };
  },
  whatIf: settings => [clockWhatIf(settings), hoursWhatIf(settings)],
  milliseconds: ['figure', 'measures'],
  table: timeInStatusTable,
  View: () => import('./view.tsx'),
  formRules: () => import('./form.tsx'),
};

export default timeInStatus;
