import { reportOf } from '@tallyboard/report-kit/contract.ts';
import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { breakdownTable } from '@tallyboard/report-kit/families/status/breakdown-table.ts';
import { statusRequirement } from '@tallyboard/report-kit/families/status/status-requirement.ts';
import { doneWhatIf, scopeWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { titleEnd } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import { breakdownHeadline } from './headline.ts';
import { type BreakdownSettings, breakdownSettings, groupingOf } from './settings.ts';

export default reportOf<BreakdownSettings, BreakdownTable>(about, {
  title: (settings, fields) => `Breakdown${titleEnd(groupingOf(settings), fields)}`,
  tips: 'Resolved work by group. Expand a group to see its issues.',
  settings: breakdownSettings,
  requires: settings => statusRequirement(settings, [], [groupingOf(settings)]),
  whatIf: (settings, context) => [doneWhatIf(settings, context), scopeWhatIf(settings)],
  headline: breakdownHeadline,
  table: breakdownTable,
  View: () => import('./view.tsx'),
});
