import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { SatisfactionResult } from './compute.ts';
import { satisfactionHeadline } from './headline.ts';
import { type SatisfactionSettings, satisfactionSettings } from './settings.ts';
import { satisfactionTable } from './table.ts';

export default reportOf<SatisfactionSettings, SatisfactionResult>(about, {
  tips: 'Ratings of resolved requests, and how they were handled.',
  settings: satisfactionSettings,
  requires({ by }) {
    const group = groupRequirement(by);
    return {
      ...NO_REQUIREMENT,
      ...group,
      parts: [...new Set(['desk' as const, 'people' as const, ...group.parts])],
      history: ['status', 'resolution', 'assignee'],
    };
  },
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  counted: ({ total }) => ({ issues: total.resolved.issues, words: 'resolved in these days' }),
  headline: satisfactionHeadline,
  table: satisfactionTable,
  View: () => import('./view.tsx'),
});
