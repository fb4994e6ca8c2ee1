/** The settings of every flow report: the workflow, where its clock starts and finishes, and the unit of time. */

import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { type Codec, idOf, words } from '../../settings/codec.ts';
import { FORM_AND_PAGE } from '../../settings/common-settings.ts';
import { DONE_SETTING } from '../../settings/done-settings.ts';
import { asRecord } from '../../settings/stored.ts';

/** Ordered columns of statuses, by names or ids; the clock runs from `start` until `finish`. */
export interface WorkflowDefinition {
  readonly columns: readonly { readonly name: string; readonly statuses: readonly string[] }[];
  readonly start: string;
  readonly finish: string;
}

const MAX_COLUMNS = 50;
const MAX_STATUSES = 500;
const MAX_NAME_LENGTH = 200;

const WORKFLOW: Codec<WorkflowDefinition | null> = {
  parse: parseWorkflow,
  format: value => value,
  shape: {
    kind: 'other',
    text: '{"columns": [{"name", "statuses": [names or ids]}], "start": column, "finish": column}',
  },
};

const UNITS = words({ days: 'Days', elapsed: 'Elapsed time', working: 'Working time' });
const START_RULES = words({ first: 'First entry', last: 'Last entry' });

export const FLOW_SETTINGS = {
  /** Null takes the columns of the board, or the status categories without a board. */
  workflow: { key: 'workflow', codec: WORKFLOW, default: null, label: 'Workflow', places: [] },
  board: {
    ...FORM_AND_PAGE,
    key: 'boardId',
    codec: idOf<BoardId>('the number of a board; 0 takes the issues of the query'),
    default: null,
    label: 'Board',
  },
  startRule: {
    ...FORM_AND_PAGE,
    key: 'startRule',
    codec: START_RULES,
    default: 'first',
    label: 'Clock starts at the',
  },
  unit: { ...FORM_AND_PAGE, key: 'unit', codec: UNITS, default: 'days', label: 'Unit' },
  done: DONE_SETTING,
} as const;

/** Values of FLOW_SETTINGS. */
export interface FlowSettings {
  readonly workflow: WorkflowDefinition | null;
  readonly board: BoardId | null;
  readonly startRule: 'first' | 'last';
  readonly unit: FlowUnit;
}

/** Inclusive calendar days, elapsed time, or time within the working calendar. */
export type FlowUnit = 'days' | 'elapsed' | 'working';

function parseWorkflow(raw: unknown): WorkflowDefinition | undefined {
  const { columns: given, start, finish } = asRecord(raw) ?? {};
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_COLUMNS) return undefined;
  const columns = given.map((each: unknown) => {
    const { name, statuses } = asRecord(each) ?? {};
    if (!isName(name) || !Array.isArray(statuses) || statuses.length > MAX_STATUSES) return null;
    return statuses.every(isName) ? { name, statuses } : null;
  });
  if (!columns.every(column => column !== null)) return undefined;
  const at = (name: unknown, otherwise: number) =>
    name === undefined ? otherwise : columns.findIndex(column => column.name === name);
  const first = at(start, Math.min(1, columns.length - 1));
  const last = at(finish, columns.length - 1);
  if (first < 0 || last < first) return undefined;
  return {
    columns,
    start: columns[first]?.name ?? '',
    finish: columns[last]?.name ?? '',
  };
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_NAME_LENGTH;
