import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '../report.ts';
import { doneHistory } from '../shared/done-instants.ts';
import { type PeriodSettings, periodDone, periodSettings } from '../shared/period-settings.ts';
import { doneWhatIf } from '../shared/what-if.ts';
import { type CreatedResolvedResult, computeCreatedResolved } from './compute.ts';
import { createdResolvedToCsv } from './csv.ts';

export const createdResolved: Report<PeriodSettings, CreatedResolvedResult> = {
  id: 'created-resolved',
  title: () => 'Created and Resolved',
  tips: 'How many issues came in and how many were resolved in each period. Where resolved stays below created, work piles up.',
  settings: periodSettings,
  requires: settings => ({ ...NO_REQUIREMENT, history: doneHistory(periodDone(settings)) }),
  whatIf: settings => [doneWhatIf(settings)],
  compute: computeCreatedResolved,
  toCsv: createdResolvedToCsv,
  View: () => import('./view.tsx'),
  Form: () => import('./form.tsx'),
};
