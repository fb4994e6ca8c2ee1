/** The settings of a breakdown: those of the status gadget, by assignee unless they say otherwise. */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import {
  DEFAULT_STATUS_SETTINGS,
  type StatusSettings,
  statusSchema,
} from '../shared/status-settings.ts';

export type BreakdownSettings = StatusSettings;

export const breakdownSettings = statusSchema(
  { ...DEFAULT_STATUS_SETTINGS, groupBy: 'assignee' },
  { parse: () => ({}), serialize: () => ({}) },
);

/** Settings of an overview (no grouping) that land here are shown by assignee. */
export function groupingOf(settings: BreakdownSettings): GroupBy {
  return settings.groupBy ?? 'assignee';
}
