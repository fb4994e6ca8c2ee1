import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { groupRequirement, titleEnd } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { EstimationResult } from './compute.ts';
import { estimationHeadline } from './headline.ts';
import { type EstimationSettings, estimationSettings } from './settings.ts';
import { estimationTable, whyEmpty } from './table.ts';

export default reportOf<EstimationSettings, EstimationResult>(about, {
  title: ({ groupBy }, fields) =>
    `Time tracking and estimation${groupBy === null ? '' : titleEnd(groupBy, fields)}`,
  tips: 'Time spent against the original estimate. Expand a group to see its issues.',
  settings: estimationSettings,
  requires: ({ groupBy }) => {
    const asked = groupBy === null ? { parts: [], customFields: [] } : groupRequirement(groupBy);
    return {
      ...NO_REQUIREMENT,
      ...asked,
      // 'parent' finds sub-tasks whose parent is estimated too.
      parts: [...new Set([...(['time', 'parent'] as const), ...asked.parts])],
    };
  },
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  headline: estimationHeadline,
  table: estimationTable,
  whyEmpty,
  View: () => import('./view.tsx'),
});
