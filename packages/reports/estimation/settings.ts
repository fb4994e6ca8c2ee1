/**
 * The settings of time tracking and estimation: those of its gadget, and the page's `estimateSettings`, which are a
 * part of the same shape. Codes of the stored form exist here and in group-codes.ts alone.
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import { DURATION_STYLES, type DurationStyle } from '@tallyboard/core/time/format.ts';
import type { SettingsSchema } from '../report.ts';
import { type DoneSettings, readDone, storedDone } from '../shared/done-settings.ts';
import { graphFlags, storedGraphs } from '../shared/graph-flags.ts';
import { parseGroupType, serializeGroupType } from '../shared/group-codes.ts';
import { codes, readStored } from '../shared/stored.ts';

/** In the order in which they are stored, and stand in the table. */
export const ESTIMATION_COLUMNS = [
  'percentResolved',
  'spent',
  'actual',
  'actualOfEstimated',
  'original',
  'error',
  'remaining',
] as const;
export type EstimationColumn = (typeof ESTIMATION_COLUMNS)[number];

/** The names under which the columns are stored, and shown. */
export const COLUMN_NAMES: Readonly<Record<EstimationColumn, string>> = {
  percentResolved: 'Percent Resolved',
  spent: 'Time Spent',
  actual: 'Actual Time',
  actualOfEstimated: 'Actual Time where Original Estimate set',
  original: 'Original Estimate',
  error: 'Original Estimate Error',
  remaining: 'Time Estimate',
};

export interface EstimationSettings extends DoneSettings {
  /** Null is the overview. */
  readonly groupBy: GroupBy | null;
  readonly columns: Readonly<Record<EstimationColumn, boolean>>;
  readonly style: DurationStyle;
}

const VERSION = 1;
const STYLES = codes(...DURATION_STYLES);

const DEFAULTS: EstimationSettings = {
  groupBy: 'assignee',
  columns: {
    percentResolved: true,
    spent: true,
    actual: true,
    actualOfEstimated: false,
    original: false,
    error: false,
    remaining: true,
  },
  style: 'hours',
  done: null,
};

export const estimationSettings: SettingsSchema<EstimationSettings> = {
  defaults: DEFAULTS,
  gadgetDefaults: { ...DEFAULTS, groupBy: null },
  parse(stored) {
    const read = readStored(stored);
    const value: EstimationSettings = {
      groupBy: read.value<GroupBy | null>('gType', parseGroupType, DEFAULTS.groupBy),
      columns: read.value(
        'columns',
        raw => graphFlags(raw, ESTIMATION_COLUMNS, COLUMN_NAMES, DEFAULTS.columns),
        DEFAULTS.columns,
      ),
      style: read.code('displayType', STYLES, DEFAULTS.style),
      done: readDone(read),
    };
    return { value, problems: read.problems };
  },
  serialize: ({ groupBy, columns, style, done }) => ({
    version: VERSION,
    gType: serializeGroupType(groupBy),
    columns: storedGraphs(columns, ESTIMATION_COLUMNS, COLUMN_NAMES),
    displayType: STYLES.code(style),
    ...storedDone(done),
  }),
};

/** An error never stands without the actual time that it is made of. */
export const shownColumns = ({ columns }: EstimationSettings): readonly EstimationColumn[] =>
  ESTIMATION_COLUMNS.filter(id => columns[id] || (id === 'actualOfEstimated' && columns.error));
