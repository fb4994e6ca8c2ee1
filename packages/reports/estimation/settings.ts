/**
 * The settings of the estimation gadget; the page's `estimateSettings` are a part of the same shape.
 */

import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { flags } from '@tallyboard/report-kit/settings/codec.ts';
import {
  goalSetting,
  TIME_FORMAT_SETTING,
} from '@tallyboard/report-kit/settings/common-settings.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { groupCodec, renameGrouping } from '@tallyboard/report-kit/settings/group-codes.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

/** The stored names of the columns, in the order of storage and table. */
export const COLUMN_NAMES = {
  percentResolved: 'Percent Resolved',
  spent: 'Time Spent',
  actual: 'Actual Time',
  actualOfEstimated: 'Actual Time where Original Estimate set',
  original: 'Original Estimate',
  error: 'Original Estimate Error',
  remaining: 'Time Estimate',
} as const;
/** What readers see. */
export const COLUMN_LABELS: Readonly<Record<keyof typeof COLUMN_NAMES, string>> = {
  percentResolved: 'Percent resolved',
  spent: 'Time spent',
  actual: 'Spent + remaining',
  actualOfEstimated: 'Spent + remaining of estimated',
  original: 'Original estimate',
  error: 'Estimate error',
  remaining: 'Remaining estimate',
};
export type EstimationColumn = keyof typeof COLUMN_NAMES;
export const ESTIMATION_COLUMNS = Object.keys(COLUMN_NAMES) as EstimationColumn[];

const COLUMNS = flags(
  COLUMN_NAMES,
  ['percentResolved', 'spent', 'actual', 'remaining'],
  COLUMN_LABELS,
);

export const estimationSettings = settingsTable(
  {
    /** Null is the overview. */
    groupBy: {
      key: 'gType',
      codec: groupCodec({ name: 'overview', label: 'Overview' }),
      rename: renameGrouping,
      default: 'assignee',
      gadgetDefault: null,
      label: 'Gadget type',
      pageLabel: 'Group logged time by',
      places: ['form', 'page'],
    },
    accounts: accountSetting('Accounts of people'),
    columns: {
      codec: COLUMNS,
      default: COLUMNS.defaults,
      label: 'Columns',
      places: ['form', 'global'],
    },
    goal: goalSetting('Estimate error in percent, at most.', { drawn: false }),
    style: TIME_FORMAT_SETTING,
    done: { ...DONE_SETTING, advanced: 'other' },
  },
  {
    check: ({ columns }) =>
      Object.values(columns).includes(true)
        ? []
        : [{ path: 'columns', text: 'Choose at least one column.' }],
  },
);

export type EstimationSettings = SettingsOf<typeof estimationSettings>;

/** The error column brings the actual time that it is computed from. */
export const shownColumns = ({ columns }: EstimationSettings): readonly EstimationColumn[] =>
  ESTIMATION_COLUMNS.filter(id => columns[id] || (id === 'actualOfEstimated' && columns.error));
