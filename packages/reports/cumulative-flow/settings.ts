import { FLOW_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import {
  FLOW_SETTINGS,
  legacyDefault,
  UNUSED_UNIT,
} from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { POINTS_SETTINGS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { words } from '@tallyboard/report-kit/settings/codec.ts';
import { FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const MODES = words({ reached: 'Columns reached', present: 'Current columns' });
const ESTIMATIONS = words({ count: 'Issue count', points: 'Story points' });

export const cumulativeFlowSettings = settingsTable({
  workflow: FLOW_SETTINGS.workflow,
  board: FLOW_SETTINGS.board,
  startRule: FLOW_SETTINGS.startRule,
  done: FLOW_SETTINGS.done,
  types: FLOW_SETTINGS.types,
  unit: UNUSED_UNIT,
  mode: {
    ...FORM_AND_PAGE,
    key: 'mode',
    codec: MODES,
    default: 'present',
    label: 'Count by',
    resolve: legacyDefault<'reached' | 'present'>('mode', 'reached'),
  },
  estimation: {
    ...FORM_AND_PAGE,
    key: 'estimation',
    codec: ESTIMATIONS,
    default: 'count',
    label: 'Estimation type',
  },
  pointsField: POINTS_SETTINGS.pointsField,
  ...FLOW_DAYS,
});

export type CumulativeFlowSettings = SettingsOf<typeof cumulativeFlowSettings>;
