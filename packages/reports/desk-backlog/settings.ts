import { lastDays, SLA_NAME } from '@tallyboard/report-kit/families/service-desk/sla-settings.ts';
import { LIMITS_SETTING } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const deskBacklogSettings = settingsTable({
  sla: {
    ...SLA_NAME,
    help: 'The name of the SLA whose state is shown, or the id of its field. Leave empty for any.',
  },
  lastDays: lastDays('Last days'),
  accounts: accountSetting('Assigned to'),
  limits: LIMITS_SETTING,
  done: DONE_SETTING,
});

export type DeskBacklogSettings = SettingsOf<typeof deskBacklogSettings>;
