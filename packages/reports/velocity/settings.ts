/**
 * The settings of the velocity gadget and the page's `velocitySettings`, which share a shape and differ in defaults.
 */

import type { BoardId } from '@tallyboard/core/model/ids.ts';
import {
  BOARD_SET_SETTING,
  elseUnitOfSet,
  unlessBoardSet,
} from '@tallyboard/report-kit/families/sprint-scope/board-set-setting.ts';
import {
  ESTIMATIONS,
  POINTS_SETTINGS,
} from '@tallyboard/report-kit/families/status/status-settings.ts';
import { LIMITS_SETTING } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import {
  choices,
  codes,
  FLAG,
  flags,
  INSTANT,
  idOf,
  text,
  whole,
  words,
} from '@tallyboard/report-kit/settings/codec.ts';
import {
  DATE_FORMAT_SETTING,
  DISPLAY,
  EVERYWHERE,
  FORM_AND_GLOBAL,
  FORM_AND_PAGE,
  goalSetting,
  OFF,
} from '@tallyboard/report-kit/settings/common-settings.ts';
import { DONE_SETTING } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const TYPES = codes({
  bars: 'Bar chart',
  'by-assignee': 'By assignee',
  'by-period': 'By sprint or interval',
  lines: 'Line chart',
});
const PERIODS = words({ interval: 'Date Interval', sprint: 'Sprint' });

/** The stored names of the lines, also shown. */
export const GRAPH_NAMES = {
  totalCommitted: 'Total committed',
  totalCompleted: 'Total completed',
  averageCommitted: 'Average committed',
  averageCompleted: 'Average completed',
  personCommitted: 'Individual committed',
  personCompleted: 'Individual completed',
} as const;
const GRAPHS = flags(GRAPH_NAMES, [
  'totalCommitted',
  'totalCompleted',
  'averageCommitted',
  'averageCompleted',
]);

const PERSON_SORTS = codes({
  name: 'Alphabetical',
  committed: 'Committed, ascending',
  'committed-descending': 'Committed, descending',
  completed: 'Completed, ascending',
  'completed-descending': 'Completed, descending',
});

const INTERVALS = choices(
  ([7, 14, 21, 28] as const).map((value, index) => {
    const label = index === 0 ? '1 week' : `${index + 1} weeks`;
    return { value, code: value, name: label, label };
  }),
);

/** Labels of sprint settings when grouped by interval. */
export const INTERVAL_LABELS = {
  sprintCount: 'Number of intervals',
  includeActive: 'Include current interval',
} as const;

/** Old gadgets store the board type instead of `periods`. */
const BOARD_TYPE = text(20);
const isKanban = (boardType: unknown) => BOARD_TYPE.parse(boardType)?.toLowerCase() === 'kanban';

export const MAX_SPRINTS = 1000;

export const ESTIMATION_UNITS = ['count', 'points', 'time'] as const;

export const velocitySettings = settingsTable(
  {
    type: {
      ...EVERYWHERE,
      key: 'gadgetType',
      codec: TYPES,
      default: 'by-period',
      gadgetDefault: 'bars',
      label: 'Gadget type',
      pageLabel: 'Chart type',
    },
    periods: {
      codec: PERIODS,
      default: 'sprint',
      label: 'Group by',
      places: ['page'],
      beside: [{ key: 'boardType', codec: BOARD_TYPE }],
      resolve: (periods, { boardType }) =>
        periods ?? (isKanban(boardType) ? 'interval' : undefined),
    },
    estimation: {
      ...FORM_AND_PAGE,
      key: 'estimationType',
      codec: ESTIMATIONS,
      default: 'count',
      label: 'Estimation type',
      resolve: (estimation, stored) => elseUnitOfSet(ESTIMATION_UNITS, estimation, stored),
    },
    /** Null takes the sprints of the issues. */
    board: {
      ...FORM_AND_PAGE,
      key: 'boardId',
      codec: idOf<BoardId>('the number of a board; 0 takes the sprints that the issues are in'),
      default: null,
      gadgetDefault: 1 as BoardId,
      label: 'Board',
      resolve: unlessBoardSet,
    },
    boardSet: BOARD_SET_SETTING,
    sprintCount: {
      ...EVERYWHERE,
      codec: whole(1, MAX_SPRINTS),
      default: 4,
      label: 'Number of sprints',
      help: 'Of a board set, the last ones of each of its boards.',
    },
    includeActive: { ...OFF, ...EVERYWHERE, label: 'Include active sprints' },
    /** Case-insensitive; empty for all sprints. */
    sprintName: {
      codec: text(200),
      default: '',
      label: 'Sprint name contains',
      advanced: 'other',
      rename: (name, rename) => rename('sprint-part', name),
    },
    /** Any instant of the first day of any interval; null for the current week. */
    intervalStart: {
      ...EVERYWHERE,
      key: 'intervalStartDate',
      codec: INSTANT,
      default: null,
      label: 'Interval start date',
    },
    intervalDays: {
      ...EVERYWHERE,
      key: 'interval',
      codec: INTERVALS,
      default: 7,
      gadgetDefault: 14,
      label: 'Interval',
    },
    jqlFilter: {
      codec: text(),
      default: '',
      label: 'JQL filter',
      help: "Optional JQL filter on the board's issues.",
      selects: true,
      rename: () => '',
    },
    done: DONE_SETTING,
    limits: LIMITS_SETTING,
    goal: goalSetting('Completed on average, at least.', { drawn: true }),
    /** Whose rows and lines are shown; sprints have the work of all. */
    accounts: accountSetting('Individuals'),
    graphs: {
      ...FORM_AND_GLOBAL,
      key: 'showGraphs',
      codec: GRAPHS,
      default: GRAPHS.defaults,
      label: 'Lines',
    },
    showLabels: { ...OFF, ...DISPLAY, key: 'showSP', label: 'Show point labels' },
    expandTree: { ...OFF, ...EVERYWHERE, label: 'Show groups expanded' },
    newestFirst: {
      ...DISPLAY,
      key: 'reverseList',
      codec: FLAG,
      default: true,
      label: 'Newest first',
    },
    sorting: {
      ...DISPLAY,
      codec: PERSON_SORTS,
      default: 'completed-descending',
      gadgetDefault: 'name',
      label: 'Sort individuals',
    },
    dateFormat: { ...DATE_FORMAT_SETTING, gadgetDefault: 'M/D/YYYY' },
    ...POINTS_SETTINGS,
  },
  {
    gadgetKey: 'boardType',
    check({ jqlFilter }) {
      const problem = filterProblem(jqlFilter);
      return problem === null ? [] : [{ path: 'jqlFilter', text: problem }];
    },
  },
);

export type VelocitySettings = SettingsOf<typeof velocitySettings>;

/** Null for a valid filter. */
export function filterProblem(jqlFilter: string): string | null {
  return /\border\s+by\b/i.test(jqlFilter)
    ? 'JQL filter does not support "order by" clause. Please remove it.'
    : null;
}
