/** The settings of a breakdown: those of the status gadget, by assignee unless they say otherwise. */

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
