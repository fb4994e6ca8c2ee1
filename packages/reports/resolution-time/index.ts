import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '../report.ts';
import { doneHistory } from '../shared/done-instants.ts';
import { type PeriodSettings, periodDone, periodSettings } from '../shared/period-settings.ts';
import { doneWhatIf } from '../shared/what-if.ts';
import { computeResolutionTime, type ResolutionTimeResult } from './compute.ts';
import { resolutionTimeToCsv } from './csv.ts';

export const resolutionTime: Report<PeriodSettings, ResolutionTimeResult> = {
  id: 'resolution-time',
  title: () => 'Resolution/Lead Time',
  tips: 'How long issues took from creation to resolution, by the date on which they were resolved.',
  settings: periodSettings,
  requires: settings => ({ ...NO_REQUIREMENT, history: doneHistory(periodDone(settings)) }),
  whatIf: settings => [doneWhatIf(settings)],
  compute: computeResolutionTime,
  milliseconds: ['mean', 'median', 'percentile85', 'took'],
  toCsv: resolutionTimeToCsv,
  View: () => import('./view.tsx'),
  Form: () => import('./form.tsx'),
};
