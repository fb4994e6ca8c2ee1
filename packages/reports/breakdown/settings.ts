/** The settings of a breakdown: those of the status gadget, by assignee unless they say otherwise. */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import {
  STATUS_SETTINGS,
  STATUS_TYPE,
} from '@tallyboard/report-kit/families/status/status-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const breakdownSettings = settingsTable(
  { groupBy: { ...STATUS_TYPE, default: 'assignee' }, ...STATUS_SETTINGS },
  // A status gadget keeps what it stored as an overview.
  { foreignKeys: ['showBreakdowns', 'other'] },
);

export type BreakdownSettings = SettingsOf<typeof breakdownSettings>;

/** Settings of an overview (no grouping) that land here are shown by assignee. */
export function groupingOf(settings: BreakdownSettings): GroupBy {
  return settings.groupBy ?? 'assignee';
}
