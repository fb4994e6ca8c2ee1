import { FINISHED_DAYS } from '@tallyboard/report-kit/families/flow/flow-days.ts';
import { FLOW_SETTINGS } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { goalSetting } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const wipAgeSettings = settingsTable({
  ...FLOW_SETTINGS,
  /** Days of the finished issues that the pace is of. */
  ...FINISHED_DAYS,
  goal: goalSetting('Issues in progress, at most.', { drawn: false }),
});

export type WipAgeSettings = SettingsOf<typeof wipAgeSettings>;
