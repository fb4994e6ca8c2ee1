import { chosenDone } from '@tallyboard/core/measure/done-in-force.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneHistory } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { ResolutionTimeResult } from './compute.ts';
import { resolutionTimeHeadline } from './headline.ts';
import { resolutionTimeSeries } from './series.ts';
import { type ResolutionTimeSettings, resolutionTimeSettings } from './settings.ts';
import { resolutionTimeTable } from './table.ts';

export default reportOf<ResolutionTimeSettings, ResolutionTimeResult>(about, {
  tips: 'Time from creation to resolution, by resolution date.',
  settings: resolutionTimeSettings,
  requires: (settings, context) => ({
    ...NO_REQUIREMENT,
    history: doneHistory(chosenDone(settings, context)),
  }),
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  milliseconds: ['mean', 'median', 'percentile85', 'took'],
  weekStart: (_, context, { unit }) => (unit === 'week' ? context.weekStart : null),
  headline: resolutionTimeHeadline,
  series: resolutionTimeSeries,
  table: resolutionTimeTable,
  View: () => import('./view.tsx'),
});
