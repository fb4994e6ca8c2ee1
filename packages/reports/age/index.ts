import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '../report.ts';
import { doneWhatIf } from '../shared/what-if.ts';
import { type AgeResult, computeAge } from './compute.ts';
import { ageToCsv } from './csv.ts';
import { type AgeSettings, ageSettings } from './settings.ts';

export const age: Report<AgeSettings, AgeResult> = {
  id: 'age',
  title: ({ kind }) => (kind === 'stale' ? 'Stale Issues' : 'Unresolved Issues'),
  tips: 'Issues that are still open, by the month or week since when they wait.',
  settings: ageSettings,
  requires: () => NO_REQUIREMENT,
  // Both ways of counting ask for it; those that are Done without a resolution go later.
  narrow: () => 'resolution is EMPTY AND resolved is EMPTY',
  whatIf: settings => [doneWhatIf(settings)],
  compute: computeAge,
  toCsv: ageToCsv,
  View: () => import('./view.tsx'),
  Form: () => import('./form.tsx'),
};
