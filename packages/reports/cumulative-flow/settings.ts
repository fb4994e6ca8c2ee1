import { FLOW_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { FLOW_SETTINGS_WITHOUT_UNIT } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { POINTS_SETTINGS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { words } from '@tallyboard/report-kit/settings/codec.ts';
import { FORM_AND_PAGE, legacyDefault } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const MODES = words({ reached: 'Columns reached', present: 'Current columns' });
const ESTIMATIONS = words({ count: 'Issue count', points: 'Story points' });

export const cumulativeFlowSettings = settingsTable({
  ...FLOW_SETTINGS_WITHOUT_UNIT,
  mode: {
    ...FORM_AND_PAGE,
    codec: MODES,
    default: 'present',
    label: 'Count by',
    resolve: legacyDefault<'reached' | 'present'>('mode', 'reached'),
  },
  estimation: { ...FORM_AND_PAGE, codec: ESTIMATIONS, default: 'count', label: 'Estimation type' },
  pointsField: POINTS_SETTINGS.pointsField,
  ...FLOW_DAYS,
});

export type CumulativeFlowSettings = SettingsOf<typeof cumulativeFlowSettings>;
