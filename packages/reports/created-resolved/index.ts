import { chosenDone } from '@tallyboard/core/measure/done-in-force.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneHistory } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { doneWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { CreatedResolvedResult } from './compute.ts';
import { createdResolvedHeadline } from './headline.ts';
import { createdResolvedSeries } from './series.ts';
import { type CreatedResolvedSettings, createdResolvedSettings } from './settings.ts';
import { createdResolvedTable } from './table.ts';

export default reportOf<CreatedResolvedSettings, CreatedResolvedResult>(about, {
  tips: 'Created and resolved issues by period.',
  settings: createdResolvedSettings,
  requires: (settings, context) => ({
    ...NO_REQUIREMENT,
    history: doneHistory(chosenDone(settings, context)),
  }),
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  weekStart: (_, context, { unit }) => (unit === 'week' ? context.weekStart : null),
  headline: createdResolvedHeadline,
  series: createdResolvedSeries,
  table: createdResolvedTable,
  View: () => import('./view.tsx'),
});
