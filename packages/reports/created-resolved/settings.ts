import { PERIOD_SETTINGS } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { goalSetting } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const createdResolvedSettings = settingsTable({
  ...PERIOD_SETTINGS,
  goal: goalSetting('Resolved issues on these dates, at least.', { drawn: false }),
});

export type CreatedResolvedSettings = SettingsOf<typeof createdResolvedSettings>;
