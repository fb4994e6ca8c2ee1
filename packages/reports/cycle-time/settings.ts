import { FINISH_PERIOD } from '@tallyboard/report-kit/families/flow/finish-periods.ts';
import { FINISHED_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { FLOW_SETTINGS } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { LIMITS_SETTING } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { whole, words } from '@tallyboard/report-kit/settings/codec.ts';
import { EVERYWHERE, FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { groupCodec, renameGrouping } from '@tallyboard/report-kit/settings/group-codes.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const CHARTS = words({
  scatter: 'Issues by finish date',
  trend: 'Percentiles over time',
  distribution: 'Distribution',
});

export const cycleTimeSettings = settingsTable({
  /** A gadget has one of the charts of the page. */
  chart: { codec: CHARTS, default: 'scatter', label: 'Chart' },
  ...FLOW_SETTINGS,
  /** Null for periods of the finish. */
  groupBy: {
    ...FORM_AND_PAGE,
    key: 'gType',
    codec: groupCodec({ name: 'period', label: 'Finish date' }),
    rename: renameGrouping,
    default: null,
    label: 'Group by',
  },
  /** Of assignees, reporters and creators. */
  accounts: accountSetting('Accounts of people'),
  period: FINISH_PERIOD,
  ...FINISHED_DAYS,
  limits: LIMITS_SETTING,
  /** In days of the unit: 24 hours of elapsed or working time. */
  target: {
    ...EVERYWHERE,
    key: 'targetDays',
    codec: whole(0, 3650, 0),
    default: 0,
    label: 'Target (days)',
    help: 'The share of issues finished within these days is shown. Empty shows none.',
  },
  /** The share of issues that should finish within the target. */
  targetPercent: {
    ...EVERYWHERE,
    codec: whole(1, 100),
    default: 85,
    label: 'Goal (%)',
  },
});

export type CycleTimeSettings = SettingsOf<typeof cycleTimeSettings>;
