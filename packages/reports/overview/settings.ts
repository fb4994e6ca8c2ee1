/**
 * The settings of the status gadget and which tables the overview shows; the page's are in `weeklySettings`.
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import { isLevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import {
  STATUS_SETTINGS,
  STATUS_TYPE,
} from '@tallyboard/report-kit/families/status/status-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { FLAG, words } from '@tallyboard/report-kit/settings/codec.ts';
import { orLevel, renameGrouping } from '@tallyboard/report-kit/settings/group-codes.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

/** The choices of the Other switch. */
export const OTHER_GROUPINGS = words({
  'issue-type': 'Issue Type',
  priority: 'Priority',
  status: 'Status',
  'fix-version': 'Fix Version/s',
  sprint: 'Sprint',
  epic: 'Epic',
});

export const overviewSettings = settingsTable(
  {
    groupBy: { ...STATUS_TYPE, default: null },
    /** Of the breakdown by assignee. */
    accounts: accountSetting('Accounts of people'),
    ...STATUS_SETTINGS,
    showBreakdowns: {
      codec: FLAG,
      default: true,
      gadgetDefault: false,
      label: 'Show breakdown tables',
      advanced: 'display',
    },
    other: {
      codec: orLevel(OTHER_GROUPINGS),
      default: 'issue-type',
      label: 'Other',
      rename: renameGrouping,
      places: ['page'],
    },
  },
  // Only gadgets store gType; they have no tables by default.
  { gadgetKey: 'gType' },
);

export type OverviewSettings = SettingsOf<typeof overviewSettings>;

const OTHERS = OTHER_GROUPINGS.options.map(({ value }) => value);

export function shownGroupings({ showBreakdowns, other }: OverviewSettings): readonly GroupBy[] {
  return showBreakdowns ? ['assignee', 'project', other] : [];
}

/** Also loads the other choices of the Other switch, so that it needs no request. */
export function neededGroupings({ showBreakdowns, other }: OverviewSettings): readonly GroupBy[] {
  if (!showBreakdowns) return [];
  return ['assignee', 'project', ...OTHERS, ...(isLevelGrouping(other) ? [other] : [])];
}
