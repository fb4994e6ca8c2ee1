import { chosenDone } from '@tallyboard/core/measure/done-in-force.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneHistory } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { DeskBacklogResult } from './compute.ts';
import { deskBacklogHeadline } from './headline.ts';
import { deskBacklogSeries } from './series.ts';
import { type DeskBacklogSettings, deskBacklogSettings } from './settings.ts';
import { deskBacklogTable } from './table.ts';

export default reportOf<DeskBacklogSettings, DeskBacklogResult>(about, {
  tips: 'Open requests by age and SLA, with what came in and went out.',
  settings: deskBacklogSettings,
  requires: (settings, context) => ({
    ...NO_REQUIREMENT,
    parts: settings.accounts === 'all' ? ['slas'] : ['slas', 'people'],
    history: doneHistory(chosenDone(settings, context)),
  }),
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  counted: ({ counted }) => ({ issues: counted, words: 'open in these days' }),
  headline: deskBacklogHeadline,
  series: deskBacklogSeries,
  table: deskBacklogTable,
  View: () => import('./view.tsx'),
});
