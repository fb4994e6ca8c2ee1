import { chosenDone } from '@tallyboard/core/measure/done-in-force.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneHistory } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { statusRequirement } from '@tallyboard/report-kit/families/status/status-requirement.ts';
import { doneWhatIf, scopeWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { ByAssigneeResult } from './compute.ts';
import { byAssigneeHeadline } from './headline.ts';
import { type ByAssigneeSettings, byAssigneeSettings } from './settings.ts';
import { byAssigneeTable } from './table.ts';

export default reportOf<ByAssigneeSettings, ByAssigneeResult>(about, {
  title: ({ mode }) =>
    mode === 'created-resolved'
      ? 'Created and Resolved by Assignee'
      : 'Resolution/Lead Time by Assignee',
  tips: 'Created and resolved issues or resolution times by assignee, compared to the average.',
  settings: byAssigneeSettings,
  requires: (settings, context) =>
    settings.mode === 'created-resolved'
      ? statusRequirement(settings, [], ['assignee'])
      : {
          ...NO_REQUIREMENT,
          parts: ['people'],
          history: doneHistory(chosenDone(settings, context)),
        },
  whatIf: (settings, context) => [
    doneWhatIf(settings, context),
    ...(settings.mode === 'created-resolved' ? [scopeWhatIf(settings)] : []),
  ],
  milliseconds: ['mean', 'median', 'percentile85'],
  headline: byAssigneeHeadline,
  table: byAssigneeTable,
  View: () => import('./view.tsx'),
});
