/**
 * The settings of the overview: those of the status gadget, and which tables it shows. On the reports page they come
 * from `weeklySettings`; a status gadget stores them itself.
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import {
  STATUS_SETTINGS,
  STATUS_TYPE,
} from '@tallyboard/report-kit/families/status/status-settings.ts';
import { FLAG, words } from '@tallyboard/report-kit/settings/codec.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

/** The choices of the Other switch, in its order. */
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
    ...STATUS_SETTINGS,
    showBreakdowns: {
      key: 'showBreakdowns',
      codec: FLAG,
      default: true,
      gadgetDefault: false,
      label: 'Show breakdown tables',
      advanced: 'display',
    },
    other: {
      key: 'other',
      codec: OTHER_GROUPINGS,
      default: 'issue-type',
      label: 'Other',
      places: ['page'],
    },
  },
  // The gadget's own stored settings have a gType and never had tables in its overview; those of the page have none.
  { gadgetKey: 'gType' },
);

export type OverviewSettings = SettingsOf<typeof overviewSettings>;

const OTHERS = OTHER_GROUPINGS.options.map(({ value }) => value);

/** The groupings of the tables, in their order. */
export function shownGroupings({ showBreakdowns, other }: OverviewSettings): readonly GroupBy[] {
  return showBreakdowns ? ['assignee', 'project', other] : [];
}

/** Those that a switch may show next: they are loaded too, so that the switch costs no request. */
export function neededGroupings({ showBreakdowns }: OverviewSettings): readonly GroupBy[] {
  return showBreakdowns ? ['assignee', 'project', ...OTHERS] : [];
}
