import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { statusRequirement } from '@tallyboard/report-kit/families/status/status-requirement.ts';
import { doneWhatIf, scopeWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { OverviewResult } from './compute.ts';
import { overviewHeadline } from './headline.ts';
import { neededGroupings, type OverviewSettings, overviewSettings } from './settings.ts';
import { overviewTable } from './table.ts';
import { trendStart } from './trend.ts';

export default reportOf<OverviewSettings, OverviewResult>(about, {
  tips: 'Resolved work by status category, and unresolved issues that need attention.',
  settings: overviewSettings,
  requires: (settings, context) => ({
    ...statusRequirement(settings, ['priority', 'flagged', 'links'], neededGroupings(settings)),
    worklogsSince: trendStart(context),
  }),
  liteSettings: settings => ({ ...settings, showBreakdowns: false }),
  whatIf: (settings, context) => [doneWhatIf(settings, context), scopeWhatIf(settings)],
  // Due this week.
  weekStart: (_, context) => context.weekStart,
  headline: overviewHeadline,
  table: overviewTable,
  View: () => import('./view.tsx'),
});
