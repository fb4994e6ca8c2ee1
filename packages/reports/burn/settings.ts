/**
 * The settings of the burn gadget; the page's `burnSettings` are a part of the same shape.
 */

import type { BoardId, SprintId } from '@tallyboard/core/model/ids.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import {
  BOARD_SET_SETTING,
  elseUnitOfSet,
  unlessBoardSet,
} from '@tallyboard/report-kit/families/sprint-scope/board-set-setting.ts';
import { POINTS_SETTINGS } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import {
  type Codec,
  codes,
  customField,
  flags,
  INSTANT,
  idOf,
} from '@tallyboard/report-kit/settings/codec.ts';
import {
  DATE_FORMAT_SETTING,
  DISPLAY,
  FORM_AND_GLOBAL,
  FORM_AND_PAGE,
  OFF,
} from '@tallyboard/report-kit/settings/common-settings.ts';
import { DONE_SETTING, doneOf } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

export const TYPES = codes({
  'sprint-burndown': 'Sprint burndown',
  'sprint-burnup': 'Sprint burnup',
  'filter-burndown': 'Filter burndown',
  'filter-burnup': 'Filter burnup',
});
const ESTIMATIONS = codes({ count: 'Issue Count', points: 'Story Points' });
/** The done rules of `doneType`. */
const DONE_TYPES = codes({ resolution: 'Resolution is set', category: 'Status category is Done' });

/** The stored names of the lines, also shown. */
const GRAPH_NAMES = {
  ideal: 'Ideal burn',
  real: 'Real burn',
  personIdeal: 'Individual ideal burn',
  personReal: 'Individual real burn',
} as const;
const GRAPHS = flags(GRAPH_NAMES, ['ideal', 'real']);

const WEEK: Codec<readonly boolean[]> = {
  parse: parseWeek,
  format: value => [...value],
  shape: { kind: 'weekdays', text: 'a list of seven true or false, from Sunday to Saturday' },
};

export const ESTIMATION_UNITS = ['count', 'points'] as const;

export const burnSettings = settingsTable({
  type: {
    ...FORM_AND_PAGE,
    key: 'gadgetType',
    codec: TYPES,
    default: 'sprint-burndown',
    label: 'Gadget type',
    pageLabel: 'Report type',
  },
  estimation: {
    ...FORM_AND_PAGE,
    key: 'estimationType',
    codec: ESTIMATIONS,
    default: 'count',
    label: 'Estimation type',
    resolve: (estimation, stored) => elseUnitOfSet(ESTIMATION_UNITS, estimation, stored),
  },
  done: {
    ...DONE_SETTING,
    beside: [
      ...DONE_SETTING.beside,
      {
        key: 'doneType',
        codec: DONE_TYPES,
        from: done =>
          done?.kind === 'resolution' || done?.kind === 'category' ? done.kind : undefined,
      },
    ],
    resolve(_done, stored) {
      const kind = DONE_TYPES.parse(stored.doneType);
      return doneOf(stored) ?? (kind && { kind });
    },
  },
  graphs: {
    ...FORM_AND_GLOBAL,
    key: 'showGraphs',
    codec: GRAPHS,
    default: GRAPHS.defaults,
    label: 'Lines',
  },
  /** Whose individual lines are drawn; the others have the work of all. */
  accounts: accountSetting('Individuals'),
  /** One chart of all active sprints, or of all sprints if none is active. */
  singleChart: { ...OFF, ...FORM_AND_GLOBAL, key: 'showSingleChart', label: 'Combine sprints' },
  /** Null takes sprints and issues of the query. */
  board: {
    key: 'boardId',
    codec: idOf<BoardId>('the number of a board; 0 takes the sprints of the query'),
    default: null,
    label: 'Board',
    places: ['page'],
    resolve: unlessBoardSet,
  },
  boardSet: { ...BOARD_SET_SETTING, places: ['page'] },
  /** Null for the first sprint found. */
  sprint: {
    key: 'sprintId',
    codec: idOf<SprintId>('the number of a sprint; 0 takes the first of those found'),
    default: null,
    label: 'Sprint',
    places: ['page'],
  },
  /** Any instant of the first and last day of a filter chart; null for the default. */
  from: {
    ...FORM_AND_PAGE,
    key: 'intervalStart',
    codec: INSTANT,
    default: null,
    label: 'Start of interval',
    help: 'By default 7 days before today.',
  },
  to: {
    ...FORM_AND_PAGE,
    key: 'intervalEnd',
    codec: INSTANT,
    default: null,
    label: 'End of interval',
    help: 'By default 7 days after today.',
  },
  workingDays: {
    ...DISPLAY,
    codec: WEEK,
    default: [false, true, true, true, true, true, false],
    label: 'Working days',
  },
  dateFormat: { ...DATE_FORMAT_SETTING, gadgetDefault: 'M/D/YYYY' },
  sprintField: {
    key: 'customSprint',
    codec: customField('sprints'),
    default: null,
    label: 'Sprint field',
    advanced: 'other',
  },
  ...POINTS_SETTINGS,
});

export type BurnSettings = SettingsOf<typeof burnSettings>;
export type BurnType = BurnSettings['type'];

/** Seven flags, or seven objects with `checked`. */
function parseWeek(raw: unknown): readonly boolean[] | undefined {
  if (!Array.isArray(raw) || raw.length !== 7) return undefined;
  const flags = raw.map(each => (typeof each === 'boolean' ? each : recordOf(each).checked));
  return flags.every(flag => typeof flag === 'boolean') ? (flags as boolean[]) : undefined;
}

export const isSprintType = (type: BurnType): boolean => type.startsWith('sprint');
export const isBurnup = (type: BurnType): boolean => type.endsWith('burnup');
/** Whether lines of individuals are drawn. */
export const hasPeople = ({ graphs }: Pick<BurnSettings, 'graphs'>): boolean =>
  graphs.personIdeal || graphs.personReal;
