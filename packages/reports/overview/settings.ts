/**
 * The settings of the overview: those of the status gadget, and which tables it shows. On the reports page they come
 * from `weeklySettings`; a status gadget stores them itself.
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import {
  DEFAULT_STATUS_SETTINGS,
  type StatusSettings,
  statusSchema,
} from '../shared/status-settings.ts';

/** The choices of the Other switch, in its order. */
export const OTHER_GROUPINGS = [
  'issue-type',
  'priority',
  'status',
  'fix-version',
  'sprint',
  'epic',
] as const;
export type OtherGrouping = (typeof OTHER_GROUPINGS)[number];

interface OwnSettings {
  readonly showBreakdowns: boolean;
  readonly other: OtherGrouping;
}

export type OverviewSettings = StatusSettings & OwnSettings;

export const overviewSettings = statusSchema<OwnSettings>(DEFAULT_STATUS_SETTINGS, {
  parse: read => ({
    // The gadget's own stored settings have a gType and never had tables in its overview; those of the page have none.
    showBreakdowns: read.flag('showBreakdowns', !read.has('gType')),
    other: read.word('other', OTHER_GROUPINGS, 'issue-type'),
  }),
  serialize: ({ showBreakdowns, other }) => ({ showBreakdowns, other }),
});

/** The groupings of the tables, in their order. */
export function shownGroupings({ showBreakdowns, other }: OverviewSettings): readonly GroupBy[] {
  return showBreakdowns ? ['assignee', 'project', other] : [];
}

/** Those that a switch may show next: they are loaded too, so that the switch costs no request. */
export function neededGroupings({ showBreakdowns }: OverviewSettings): readonly GroupBy[] {
  return showBreakdowns ? ['assignee', 'project', ...OTHER_GROUPINGS] : [];
}
