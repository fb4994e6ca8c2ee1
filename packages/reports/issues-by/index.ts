import { type ForestNeed, NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { IssuesByResult } from './compute.ts';
import { readerOf, shownLabel } from './fields.ts';
import { issuesByHeadline } from './headline.ts';
import { hasLevels, type IssuesBySettings, issuesBySettings } from './settings.ts';
import { issuesByTable } from './table.ts';

/** The epics of the issues, for values of their own. */
const EPICS: ForestNeed = { above: 'epics', below: null, lowest: 0 };

export default reportOf<IssuesBySettings, IssuesByResult>(about, {
  title: (settings, fields = []) => `Issues by ${shownLabel(settings, fields)}`,
  tips: 'Issues and resolved issues by field value.',
  settings: issuesBySettings,
  requires(settings) {
    const reader = readerOf(settings.field);
    const part = reader?.part ?? null;
    const { measure } = settings;
    const measured = measure !== 'issues' && hasLevels(settings) ? measure : null;
    const parts = [part, measured].filter(each => each !== null);
    const epics = measured && { forest: EPICS };
    if (typeof reader?.read !== 'object') return { ...NO_REQUIREMENT, parts, ...epics };
    return { ...NO_REQUIREMENT, ...groupRequirement(reader.read), parts };
  },
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  headline: issuesByHeadline,
  table: issuesByTable,
  View: () => import('./view.tsx'),
});
