import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { FirstResponseResult } from './compute.ts';
import { firstResponseHeadline } from './headline.ts';
import { type FirstResponseSettings, firstResponseSettings } from './settings.ts';
import { firstResponseTable } from './table.ts';

export default reportOf<FirstResponseSettings, FirstResponseResult>(about, {
  tips: 'Time to the first response, by the SLA that measures it.',
  settings: firstResponseSettings,
  requires({ by, accounts }) {
    const group = groupRequirement(by);
    return {
      ...NO_REQUIREMENT,
      ...group,
      parts: [
        ...new Set([
          'slas' as const,
          ...(accounts === 'all' ? [] : ['people' as const]),
          ...group.parts,
        ]),
      ],
    };
  },
  headline: firstResponseHeadline,
  table: firstResponseTable,
  emptyText: 'Not known.',
  View: () => import('./view.tsx'),
});
