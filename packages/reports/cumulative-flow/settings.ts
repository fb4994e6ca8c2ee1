import { FLOW_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { FLOW_SETTINGS_WITHOUT_UNIT } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { POINTS_SETTINGS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { words } from '@tallyboard/report-kit/settings/codec.ts';
import {
  EVERYWHERE,
  goalSetting,
  legacyDefault,
} from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const MODES = words({ present: 'Current columns', reached: 'Cumulative' });
const CHARTS = words({ diagram: 'Cumulative flow', 'net-flow': 'Net flow by week' });
const ESTIMATIONS = words({ count: 'Issue count', points: 'Story points' });

export const cumulativeFlowSettings = settingsTable({
  /** A gadget has one of the charts of the page. */
  chart: { codec: CHARTS, default: 'diagram', label: 'Chart' },
  ...FLOW_SETTINGS_WITHOUT_UNIT,
  mode: {
    ...EVERYWHERE,
    codec: MODES,
    default: 'present',
    label: 'Columns',
    resolve: legacyDefault<'reached' | 'present'>('mode', 'reached'),
  },
  estimation: { ...EVERYWHERE, codec: ESTIMATIONS, default: 'count', label: 'Estimation type' },
  pointsField: POINTS_SETTINGS.pointsField,
  ...FLOW_DAYS,
  goal: goalSetting('Issues in progress, at most.', { drawn: false }),
});

export type CumulativeFlowSettings = SettingsOf<typeof cumulativeFlowSettings>;
