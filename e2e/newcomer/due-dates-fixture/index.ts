import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { settingsTable } from '@tallyboard/report-kit/settings/table.ts';
import { about } from './about.ts';
import type { DueResult } from './compute.ts';
import { dueDatesTable } from './table.ts';

export default reportOf<object, DueResult>(about, {
  tips: 'How many resolved issues met their due date, by issue type.',
  settings: settingsTable({}),
  requires: () => ({ ...NO_REQUIREMENT, parts: ['due'] }),
  table: dueDatesTable,
  View: () => import('./view.tsx'),
});
