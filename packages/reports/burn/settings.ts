/**
 * The settings of the burn report: those that a burn gadget stores, and the page's `burnSettings`, which are a part of
 * the same shape. Codes of the stored form exist here alone.
 */

import type { Estimation, PointsScope } from '@tallyboard/core/measure/estimate.ts';
import type { BoardId, FieldId, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { SettingsSchema } from '../report.ts';
import { type DoneSettings, readDone, storedDone } from '../shared/done-settings.ts';
import { graphFlags, storedGraphs } from '../shared/graph-flags.ts';
import { parseStamp } from '../shared/stamps.ts';
import { POINTS_SCOPES, parsePointsField } from '../shared/status-settings.ts';
import { asRecord, chosenId, codes, readStored, type StoredReader } from '../shared/stored.ts';

export const BURN_TYPES = [
  'sprint-burndown',
  'sprint-burnup',
  'filter-burndown',
  'filter-burnup',
] as const;
export type BurnType = (typeof BURN_TYPES)[number];

export const BURN_GRAPHS = ['ideal', 'real', 'personIdeal', 'personReal'] as const;
export type BurnGraph = (typeof BURN_GRAPHS)[number];
/** The names under which the lines are stored, and shown. */
export const GRAPH_NAMES: Readonly<Record<BurnGraph, string>> = {
  ideal: 'Ideal burn',
  real: 'Real burn',
  personIdeal: 'Individual ideal burn',
  personReal: 'Individual real burn',
};

export interface BurnSettings extends DoneSettings {
  readonly type: BurnType;
  readonly estimation: Exclude<Estimation, 'time'>;
  readonly graphs: Readonly<Record<BurnGraph, boolean>>;
  /** One chart of the active sprints, or of all where none is active, instead of one of a chosen sprint. */
  readonly singleChart: boolean;
  /** Whose sprints, or whose issues by days; null for those of the query. */
  readonly board: BoardId | null;
  /** The sprint that is shown; null for the first of those found. */
  readonly sprint: SprintId | null;
  /** Any instant of the first and of the last day of a filter chart; null for the default around now. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** Sunday to Saturday. */
  readonly workingDays: readonly boolean[];
  /** Moment-style tokens; null for the app's own. */
  readonly dateFormat: string | null;
  readonly pointsField: FieldId | null;
  readonly sprintField: FieldId | null;
  readonly pointsScope: PointsScope;
}

const VERSION = 1;
const TYPES = codes(...BURN_TYPES);
const ESTIMATIONS = codes('count', 'points');
const DONE = codes('resolution', 'category');

const DEFAULTS: BurnSettings = {
  type: 'sprint-burndown',
  estimation: 'count',
  done: null,
  graphs: { ideal: true, real: true, personIdeal: false, personReal: false },
  singleChart: false,
  board: null,
  sprint: null,
  from: null,
  to: null,
  workingDays: [false, true, true, true, true, true, false],
  dateFormat: null,
  pointsField: null,
  sprintField: null,
  pointsScope: 'all',
};

export const burnSettings: SettingsSchema<BurnSettings> = {
  defaults: DEFAULTS,
  gadgetDefaults: { ...DEFAULTS, dateFormat: 'M/D/YYYY' },
  parse(stored) {
    const read = readStored(stored);
    const value: BurnSettings = {
      type: read.code('gadgetType', TYPES, DEFAULTS.type),
      estimation: read.code('estimationType', ESTIMATIONS, DEFAULTS.estimation),
      done: readBurnDone(read),
      graphs: read.value(
        'showGraphs',
        raw => graphFlags(raw, BURN_GRAPHS, GRAPH_NAMES, DEFAULTS.graphs),
        DEFAULTS.graphs,
      ),
      singleChart: read.flag('showSingleChart', DEFAULTS.singleChart),
      board: read.value('boardId', chosenId, DEFAULTS.board) as BoardId | null,
      sprint: read.value('sprintId', chosenId, DEFAULTS.sprint) as SprintId | null,
      from: read.value('intervalStart', parseStamp, DEFAULTS.from),
      to: read.value('intervalEnd', parseStamp, DEFAULTS.to),
      workingDays: read.value('workingDays', parseWeek, DEFAULTS.workingDays),
      dateFormat: read.text('dateFormat', '', 100) || null,
      pointsField: read.value('customSP', parsePointsField, DEFAULTS.pointsField),
      sprintField: read.value('customSprint', parsePointsField, DEFAULTS.sprintField),
      pointsScope: read.word('pointsScope', POINTS_SCOPES, DEFAULTS.pointsScope),
    };
    return { value, problems: read.problems };
  },
  serialize: settings => ({
    version: VERSION,
    gadgetType: TYPES.code(settings.type),
    estimationType: ESTIMATIONS.code(settings.estimation),
    ...storedBurnDone(settings.done),
    showGraphs: storedGraphs(settings.graphs, BURN_GRAPHS, GRAPH_NAMES),
    showSingleChart: settings.singleChart,
    boardId: settings.board ?? 0,
    sprintId: settings.sprint ?? 0,
    ...(settings.from !== null && { intervalStart: settings.from }),
    ...(settings.to !== null && { intervalEnd: settings.to }),
    workingDays: [...settings.workingDays],
    ...(settings.dateFormat !== null && { dateFormat: settings.dateFormat }),
    customSP: settings.pointsField ?? 0,
    customSprint: settings.sprintField ?? 0,
    pointsScope: settings.pointsScope,
  }),
};

/** `doneType` knows two of the rules. */
function readBurnDone(read: StoredReader): BurnSettings['done'] {
  const kind = read.value('doneType', raw => DONE.name(raw), null);
  return readDone(read) ?? (kind && { kind });
}

function storedBurnDone(done: BurnSettings['done']): Record<string, unknown> {
  const byType = done?.kind === 'resolution' || done?.kind === 'category';
  return { ...storedDone(done), ...(byType && { doneType: DONE.code(done.kind) }) };
}

/** Seven flags, or seven objects with `checked`. */
function parseWeek(raw: unknown): readonly boolean[] | undefined {
  if (!Array.isArray(raw) || raw.length !== 7) return undefined;
  const flags = raw.map(each => (typeof each === 'boolean' ? each : asRecord(each)?.checked));
  return flags.every(flag => typeof flag === 'boolean') ? (flags as boolean[]) : undefined;
}

export const isSprintType = (type: BurnType): boolean => type.startsWith('sprint');
export const isBurnup = (type: BurnType): boolean => type.endsWith('burnup');

/** The JQL preset that a change of the type goes back to, by its id: the shell applies it. */
export function presetOfType(type: BurnType): 'active-sprints' | 'active-sprints-board' {
  return isSprintType(type) ? 'active-sprints' : 'active-sprints-board';
}
