/** The settings of the status gadget, by assignee by default. */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import {
  STATUS_SETTINGS,
  STATUS_TYPE,
} from '@tallyboard/report-kit/families/status/status-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const breakdownSettings = settingsTable(
  {
    groupBy: { ...STATUS_TYPE, default: 'assignee' },
    /** Of assignees, reporters and creators. */
    accounts: accountSetting('Accounts of people'),
    ...STATUS_SETTINGS,
  },
  // A status gadget may also store settings of Overview.
  { foreignKeys: ['showBreakdowns', 'other'] },
);

export type BreakdownSettings = SettingsOf<typeof breakdownSettings>;

/** Falls back to the assignee for settings of an overview, which have no grouping. */
export function groupingOf(settings: BreakdownSettings): GroupBy {
  return settings.groupBy ?? 'assignee';
}
