/**
 * The settings of the status gadget: `gType` 0 is the overview, any other value a breakdown. The page's
 * `weeklySettings` are a part of them.
 */

import { codes, customField, FLAG, words } from '../../settings/codec.ts';
import { DONE_SETTING } from '../../settings/done-settings.ts';
import { groupCodec, renameGrouping } from '../../settings/group-codes.ts';
import { type SettingsOf, settingsTable } from '../../settings/table.ts';
import { DEFAULT_SORTING, SORTING } from '../../table/sorting.ts';

export const ESTIMATIONS = codes({
  count: 'Issue Count',
  points: 'Story Points',
  time: 'Time Tracking',
});
/** Whose story points count. */
export const POINTS_SCOPES = words({
  all: 'All issues',
  parents: 'Parents only',
  'sub-tasks': 'Sub-tasks only',
});

/** For burn, velocity and the status gadget. */
export const POINTS_SETTINGS = {
  /** A number field that holds the story points; null detects it. */
  pointsField: {
    key: 'customSP',
    codec: customField('points'),
    default: null,
    label: 'Story points field',
    help: 'Auto-detect uses Story Points, or Story point estimate where that is empty.',
    advanced: 'other',
  },
  pointsScope: {
    codec: POINTS_SCOPES,
    default: 'all',
    label: 'Count story points of',
    advanced: 'other',
  },
} as const;

/** The report of a status gadget; null is the overview. */
export const STATUS_TYPE = {
  key: 'gType',
  codec: groupCodec({ name: 'overview', label: 'Status overview' }),
  rename: renameGrouping,
  label: 'Gadget type',
} as const;

/** For the overview, breakdowns and reports by assignee. */
export const STATUS_SETTINGS = {
  estimation: {
    key: 'eType',
    codec: ESTIMATIONS,
    default: 'count',
    label: 'Estimation type',
    places: ['form', 'page'],
  },
  done: { ...DONE_SETTING, places: ['form', 'global'] },
  showStatusBars: {
    codec: FLAG,
    default: true,
    label: 'Show status bars',
    places: ['form', 'page', 'global'],
  },
  sorting: {
    codec: SORTING,
    default: DEFAULT_SORTING,
    label: 'Sort breakdown',
    places: ['form', 'global'],
    advanced: 'display',
  },
  ...POINTS_SETTINGS,
} as const;

const statusSettings = settingsTable(STATUS_SETTINGS);
export type StatusSettings = SettingsOf<typeof statusSettings>;
