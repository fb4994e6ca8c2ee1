import { chosenDone } from '@tallyboard/core/measure/done-in-force.ts';
import { CHANGE_FIELDS } from '@tallyboard/core/model/change.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { AgeResult } from './compute.ts';
import { ageHeadline } from './headline.ts';
import { type AgeSettings, ageSettings } from './settings.ts';
import { ageTable } from './table.ts';

export default reportOf<AgeSettings, AgeResult>(about, {
  title: ({ kind }) => (kind === 'stale' ? 'Stale Issues' : 'Unresolved Issues'),
  tips: 'Open issues by month or week created or last updated.',
  settings: ageSettings,
  requires: ({ kind }, { past }) => ({
    ...NO_REQUIREMENT,
    // What lists of issues to plan show.
    parts: ['people', 'points'],
    // As of a past day issues were updated by their last change until then.
    history: past && kind === 'stale' ? CHANGE_FIELDS : [],
  }),
  // Also loads issues in a status that is not Done, which the note about other done rules counts.
  narrow: (settings, context) =>
    // Issues resolved since were open.
    !context.past &&
    ['resolution', 'resolution-or-category'].includes(chosenDone(settings, context).kind)
      ? 'resolution is EMPTY AND resolved is EMPTY OR statusCategory != Done'
      : '',
  counted: ({ total }) => ({ issues: total.count.issues, words: 'unresolved' }),
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  weekStart: ({ period }, context) => (period === 'week' ? context.weekStart : null),
  headline: ageHeadline,
  table: ageTable,
  View: () => import('./view.tsx'),
});
