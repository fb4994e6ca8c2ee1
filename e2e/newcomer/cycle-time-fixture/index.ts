import { chosenDone } from '@tallyboard/core/measure/done-in-force.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneHistory } from '@tallyboard/report-kit/families/resolution-time/resolution-times.ts';
import { about } from './about.ts';
import type { CycleTimeResult } from './compute.ts';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';
import { cycleTimeTable } from './table.ts';

export default reportOf<CycleTimeSettings, CycleTimeResult>(about, {
  tips: 'How long resolved issues took from creation to resolution, by type.',
  settings: cycleTimeSettings,
  requires: (settings, context) => ({
    ...NO_REQUIREMENT,
    history: doneHistory(chosenDone(settings, context)),
  }),
  milliseconds: ['median', 'percentile85', 'took'],
  table: cycleTimeTable,
  View: () => import('./view.tsx'),
});
