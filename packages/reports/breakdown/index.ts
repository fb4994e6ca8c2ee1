import type { Report } from '../report.ts';
import { breakdownCsv } from '../shared/breakdown-csv.ts';
import type { BreakdownTable } from '../shared/breakdown-rows.ts';
import { groupLabel } from '../shared/group-codes.ts';
import { statusRequirement } from '../shared/status-requirement.ts';
import { doneWhatIf, scopeWhatIf } from '../shared/what-if.ts';
import { about } from './about.ts';
import { type BreakdownSettings, breakdownSettings, groupingOf } from './settings.ts';

const breakdown: Report<BreakdownSettings, BreakdownTable> = {
  id: about.id,
  title: settings => {
    const groupBy = groupingOf(settings);
    return typeof groupBy === 'object' ? 'Breakdown' : `Breakdown by ${groupLabel(groupBy, [])}`;
  },
  tips: 'How much of the work of each group is resolved. Open a group to see its issues.',
  settings: breakdownSettings,
  requires: settings => statusRequirement(settings, [], [groupingOf(settings)]),
  whatIf: (settings, context) => [doneWhatIf(settings, context), scopeWhatIf(settings)],
  toCsv: breakdownCsv,
  View: () => import('./view.tsx'),
  Form: () => import('./form.tsx'),
};

export default breakdown;
