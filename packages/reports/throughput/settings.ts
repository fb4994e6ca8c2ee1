import { FLOW_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { FLOW_SETTINGS_WITHOUT_UNIT } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { LIMITS_SETTING } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { words } from '@tallyboard/report-kit/settings/codec.ts';
import { EVERYWHERE, goalSetting, OFF } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const CHARTS = words({ run: 'Finished by period', distribution: 'Distribution' });
const UNITS = words({ day: 'Day', week: 'Week', month: 'Month' });

export const throughputSettings = settingsTable({
  /** A gadget has one of the charts of the page. */
  chart: { codec: CHARTS, default: 'run', label: 'Chart' },
  ...FLOW_SETTINGS_WITHOUT_UNIT,
  timeUnit: { ...EVERYWHERE, codec: UNITS, default: 'week', label: 'Period' },
  ...FLOW_DAYS,
  limits: { ...LIMITS_SETTING, default: true },
  goal: goalSetting('Issues finished per period on average, at least.', { drawn: true }),
  delivery: { ...EVERYWHERE, ...OFF, label: 'Delivery metrics (proxies)' },
});

export type ThroughputSettings = SettingsOf<typeof throughputSettings>;
