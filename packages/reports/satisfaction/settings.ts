import {
  DESK_GROUPING,
  lastDays,
} from '@tallyboard/report-kit/families/service-desk/sla-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const satisfactionSettings = settingsTable({
  by: DESK_GROUPING,
  accounts: accountSetting('Assigned to'),
  lastDays: lastDays('Resolved in the last days'),
  done: DONE_SETTING,
});

export type SatisfactionSettings = SettingsOf<typeof satisfactionSettings>;
