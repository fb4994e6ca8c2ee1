import { chosenDone } from '@tallyboard/core/measure/done-in-force.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneHistory } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { SatisfactionResult } from './compute.ts';
import { satisfactionHeadline } from './headline.ts';
import { type SatisfactionSettings, satisfactionSettings } from './settings.ts';
import { satisfactionTable } from './table.ts';

export default reportOf<SatisfactionSettings, SatisfactionResult>(about, {
  tips: 'Ratings of resolved requests, and the share of them that customers rated.',
  settings: satisfactionSettings,
  requires(settings, context) {
    const group = groupRequirement(settings.by);
    return {
      ...NO_REQUIREMENT,
      ...group,
      parts: [
        ...new Set([
          'desk' as const,
          ...(settings.accounts === 'all' ? [] : ['people' as const]),
          ...group.parts,
        ]),
      ],
      history: doneHistory(chosenDone(settings, context)),
    };
  },
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  counted: ({ total }) => ({ issues: total.resolved.issues, words: 'resolved in these days' }),
  headline: satisfactionHeadline,
  table: satisfactionTable,
  View: () => import('./view.tsx'),
});
