/**
 * The settings of individual velocity: those that a velocity gadget stores, and the page's `velocitySettings`. The two
 * share a shape and differ in defaults; what only a gadget stores tells them apart. Codes of the stored form exist here
 * alone.
 */

import type { Estimation, PointsScope } from '@tallyboard/core/measure/estimate.ts';
import type { BoardId, FieldId } from '@tallyboard/core/model/ids.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { SettingsSchema } from '../report.ts';
import { type DoneSettings, readDone, storedDone } from '../shared/done-settings.ts';
import { graphFlags, storedGraphs } from '../shared/graph-flags.ts';
import { parseStamp } from '../shared/stamps.ts';
import { POINTS_SCOPES, parsePointsField } from '../shared/status-settings.ts';
import { chosenId, codes, readStored, type StoredReader, wholeNumber } from '../shared/stored.ts';

export const VELOCITY_TYPES = ['bars', 'by-assignee', 'by-period', 'lines'] as const;
export type VelocityType = (typeof VELOCITY_TYPES)[number];

export const VELOCITY_GRAPHS = [
  'totalCommitted',
  'totalCompleted',
  'averageCommitted',
  'averageCompleted',
  'personCommitted',
  'personCompleted',
] as const;
export type VelocityGraph = (typeof VELOCITY_GRAPHS)[number];
/** The names under which the lines are stored, and shown. */
export const GRAPH_NAMES: Readonly<Record<VelocityGraph, string>> = {
  totalCommitted: 'Total committed',
  totalCompleted: 'Total completed',
  averageCommitted: 'Average committed',
  averageCompleted: 'Average completed',
  personCommitted: 'Individual committed',
  personCompleted: 'Individual completed',
};

/** In the order of their codes. */
export const PERSON_SORTS = [
  'name',
  'committed',
  'committed-descending',
  'completed',
  'completed-descending',
] as const;
export type PersonSort = (typeof PERSON_SORTS)[number];

export const INTERVAL_LENGTHS = [7, 14, 21, 28] as const;
export type IntervalLength = (typeof INTERVAL_LENGTHS)[number];

export interface VelocitySettings extends DoneSettings {
  readonly type: VelocityType;
  readonly periods: 'sprint' | 'interval';
  readonly estimation: Estimation;
  /** Whose sprints; null for those that the issues are in. */
  readonly board: BoardId | null;
  readonly sprintCount: number;
  readonly includeActive: boolean;
  /** Only sprints with this in their names, in any case; '' for all. */
  readonly sprintName: string;
  /** Any instant of the first day of any interval; null for the week of now. */
  readonly intervalStart: Instant | null;
  readonly intervalDays: IntervalLength;
  /** Narrows the issues of a gadget. */
  readonly jqlFilter: string;
  readonly graphs: Readonly<Record<VelocityGraph, boolean>>;
  readonly showLabels: boolean;
  readonly expandTree: boolean;
  readonly newestFirst: boolean;
  readonly sorting: PersonSort;
  /** Moment-style tokens; null for the app's own. */
  readonly dateFormat: string | null;
  readonly pointsField: FieldId | null;
  readonly pointsScope: PointsScope;
}

const VERSION = 1;
const TYPES = codes(...VELOCITY_TYPES);
const ESTIMATIONS = codes('count', 'points', 'time');
const SORTS = codes(...PERSON_SORTS);
const PERIODS = ['sprint', 'interval'] as const;
const MOST_SPRINTS = 200;

/** What the page's velocity starts with. */
const PAGE: VelocitySettings = {
  type: 'by-period',
  periods: 'sprint',
  estimation: 'count',
  board: null,
  sprintCount: 4,
  includeActive: false,
  sprintName: '',
  intervalStart: null,
  intervalDays: 7,
  jqlFilter: '',
  done: null,
  graphs: {
    ...{ totalCommitted: true, totalCompleted: true },
    ...{ averageCommitted: true, averageCompleted: true },
    ...{ personCommitted: false, personCompleted: false },
  },
  showLabels: false,
  expandTree: false,
  newestFirst: true,
  sorting: 'completed-descending',
  dateFormat: null,
  pointsField: null,
  pointsScope: 'all',
};

const GADGET: VelocitySettings = {
  ...PAGE,
  type: 'bars',
  board: 1 as BoardId,
  intervalDays: 14,
  sorting: 'name',
  dateFormat: 'M/D/YYYY',
};

export const velocitySettings: SettingsSchema<VelocitySettings> = {
  defaults: PAGE,
  gadgetDefaults: GADGET,
  parse(stored) {
    const read = readStored(stored);
    const value = parseVelocity(read, read.has('boardType') ? GADGET : PAGE);
    return { value, problems: read.problems };
  },
  check({ jqlFilter }) {
    const text = filterProblem(jqlFilter);
    return text === null ? [] : [{ path: 'jqlFilter', text }];
  },
  serialize: settings => ({
    version: VERSION,
    gadgetType: TYPES.code(settings.type),
    periods: settings.periods,
    estimationType: ESTIMATIONS.code(settings.estimation),
    boardId: settings.board ?? 0,
    sprintCount: settings.sprintCount,
    includeActive: settings.includeActive,
    sprintName: settings.sprintName,
    ...(settings.intervalStart !== null && { intervalStartDate: settings.intervalStart }),
    interval: settings.intervalDays,
    jqlFilter: settings.jqlFilter.trim(),
    ...storedDone(settings.done),
    showGraphs: storedGraphs(settings.graphs, VELOCITY_GRAPHS, GRAPH_NAMES),
    showSP: settings.showLabels,
    expandTree: settings.expandTree,
    reverseList: settings.newestFirst,
    sorting: SORTS.code(settings.sorting),
    ...(settings.dateFormat !== null && { dateFormat: settings.dateFormat }),
    customSP: settings.pointsField ?? 0,
    pointsScope: settings.pointsScope,
  }),
};

function parseVelocity(read: StoredReader, defaults: VelocitySettings): VelocitySettings {
  // A gadget of old names its kind of board instead: kanban has no sprints.
  const kanban = read.text('boardType', '', 20).toLowerCase() === 'kanban';
  return {
    type: read.code('gadgetType', TYPES, defaults.type),
    periods: read.word('periods', PERIODS, kanban ? 'interval' : defaults.periods),
    estimation: read.code('estimationType', ESTIMATIONS, defaults.estimation),
    board: read.value('boardId', chosenId, defaults.board) as BoardId | null,
    sprintCount: read.whole('sprintCount', defaults.sprintCount, 1, MOST_SPRINTS),
    includeActive: read.flag('includeActive', defaults.includeActive),
    sprintName: read.text('sprintName', defaults.sprintName, 200),
    intervalStart: read.value('intervalStartDate', parseStamp, defaults.intervalStart),
    intervalDays: read.value('interval', parseLength, defaults.intervalDays),
    jqlFilter: read.text('jqlFilter', defaults.jqlFilter),
    done: readDone(read),
    graphs: read.value(
      'showGraphs',
      raw => graphFlags(raw, VELOCITY_GRAPHS, GRAPH_NAMES, defaults.graphs),
      defaults.graphs,
    ),
    showLabels: read.flag('showSP', defaults.showLabels),
    expandTree: read.flag('expandTree', defaults.expandTree),
    newestFirst: read.flag('reverseList', defaults.newestFirst),
    sorting: read.code('sorting', SORTS, defaults.sorting),
    dateFormat: read.text('dateFormat', '', 100) || defaults.dateFormat,
    pointsField: read.value('customSP', parsePointsField, defaults.pointsField),
    pointsScope: read.word('pointsScope', POINTS_SCOPES, defaults.pointsScope),
  };
}

function parseLength(raw: unknown): IntervalLength | undefined {
  const days = wholeNumber(raw);
  return INTERVAL_LENGTHS.find(length => length === days);
}

/** What is wrong with a JQL filter, in the product's words; null when nothing is. */
export function filterProblem(jqlFilter: string): string | null {
  return /\border\s+by\b/i.test(jqlFilter)
    ? 'JQL filter does not support "order by" clause. Please remove it.'
    : null;
}
