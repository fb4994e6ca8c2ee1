import {
  DESK_GROUPING,
  lastDays,
  SLA_NAME,
} from '@tallyboard/report-kit/families/service-desk/sla-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

/** Jira's name of the SLA in English. */
export const FIRST_RESPONSE = 'Time to first response';

export const firstResponseSettings = settingsTable({
  sla: {
    ...SLA_NAME,
    help: `The SLA of first responses, by its name or the id of its field. Leave empty for '${FIRST_RESPONSE}'.`,
  },
  by: DESK_GROUPING,
  accounts: accountSetting('Assigned to'),
  lastDays: lastDays('Answered in the last days'),
});

export type FirstResponseSettings = SettingsOf<typeof firstResponseSettings>;

export const slaNameOf = ({ sla }: FirstResponseSettings): string => sla.trim() || FIRST_RESPONSE;
