import { PERIOD_SETTINGS } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { words } from '@tallyboard/report-kit/settings/codec.ts';
import { goalSetting } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const CHARTS = words({ trend: 'By resolution date', scatter: 'Issues' });

export const resolutionTimeSettings = settingsTable({
  /** A gadget has one of the charts of the page. */
  chart: { codec: CHARTS, default: 'trend', label: 'Chart' },
  ...PERIOD_SETTINGS,
  goal: goalSetting('Median in days, at most.', { drawn: true }),
});

export type ResolutionTimeSettings = SettingsOf<typeof resolutionTimeSettings>;
