import {
  DESK_GROUPING,
  lastDays,
} from '@tallyboard/report-kit/families/service-desk/sla-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { nameList } from '@tallyboard/report-kit/settings/name-list.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

/** Jira's name of the status in English. */
const WAITING_FOR_CUSTOMER = 'Waiting for customer';

export const satisfactionSettings = settingsTable({
  by: DESK_GROUPING,
  accounts: accountSetting('Assigned to'),
  lastDays: lastDays('Resolved in the last days'),
  customerStatuses: {
    ...FORM_AND_PAGE,
    codec: nameList('names of statuses between commas'),
    default: [],
    label: 'Statuses of the customer',
    help: `In which the customer has to answer, separated by commas. Leave empty for '${WAITING_FOR_CUSTOMER}'.`,
    rename: (names, rename) => names.map(name => rename('name', name)),
  },
  handoverStatuses: {
    ...FORM_AND_PAGE,
    codec: nameList('names of statuses between commas'),
    default: [],
    label: 'Statuses of handover',
    help: 'In which an agent that stays the assignee waits for a person, separated by commas.',
    rename: (names, rename) => names.map(name => rename('name', name)),
  },
  done: DONE_SETTING,
});

export type SatisfactionSettings = SettingsOf<typeof satisfactionSettings>;

export const customerStatusesOf = ({
  customerStatuses,
}: SatisfactionSettings): readonly string[] =>
  customerStatuses.length > 0 ? customerStatuses : [WAITING_FOR_CUSTOMER];
