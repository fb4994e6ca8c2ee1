import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '../report.ts';
import { chosenDone } from '../shared/done-in-force.ts';
import { doneHistory } from '../shared/done-instants.ts';
import { type PeriodSettings, periodSettings } from '../shared/period-settings.ts';
import { doneWhatIf } from '../shared/what-if.ts';
import { about } from './about.ts';
import type { CreatedResolvedResult } from './compute.ts';
import { createdResolvedToCsv } from './csv.ts';

const createdResolved: Report<PeriodSettings, CreatedResolvedResult> = {
  id: about.id,
  title: () => about.title,
  tips: 'How many issues came in and how many were resolved in each period. Where resolved stays below created, work piles up.',
  settings: periodSettings,
  requires: (settings, context) => ({
    ...NO_REQUIREMENT,
    history: doneHistory(chosenDone(settings, context)),
  }),
  whatIf: (settings, context) => [doneWhatIf(settings, context)],
  toCsv: createdResolvedToCsv,
  View: () => import('./view.tsx'),
  Form: () => import('./form.tsx'),
};

export default createdResolved;
