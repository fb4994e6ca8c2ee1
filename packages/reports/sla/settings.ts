import {
  lastDays,
  SLA_GROUPING,
  SLA_NAME,
} from '@tallyboard/report-kit/families/service-desk/sla-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { whole, words } from '@tallyboard/report-kit/settings/codec.ts';
import { EVERYWHERE, FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const slaSettings = settingsTable({
  sla: {
    ...SLA_NAME,
    help: 'The name of an SLA, or the id of its field. Leave empty for all.',
  },
  by: SLA_GROUPING,
  accounts: accountSetting('Assigned to'),
  cycles: {
    ...FORM_AND_PAGE,
    codec: words({ last: 'Last cycle of each issue', any: 'All cycles' }),
    default: 'last',
    label: 'Stopped cycles',
  },
  lastDays: lastDays('Stopped in the last days'),
  riskHours: {
    ...EVERYWHERE,
    codec: whole(1, 168),
    default: 1,
    label: 'At risk within hours',
  },
});

export type SlaSettings = SettingsOf<typeof slaSettings>;
