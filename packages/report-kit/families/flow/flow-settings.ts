/** The settings of every flow report: the workflow, where its clock starts and finishes, and the unit of time. */

import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { type Codec, idOf, words } from '../../settings/codec.ts';
import { FORM_AND_PAGE } from '../../settings/common-settings.ts';
import { DONE_SETTING } from '../../settings/done-settings.ts';
import { parseWorkflowChoice, type WorkflowChoice } from './workflow-definition.ts';

/** An object, or the name of a shared workflow. */
const WORKFLOW: Codec<WorkflowChoice> = {
  parse: parseWorkflowChoice,
  format: value => value,
  shape: {
    kind: 'other',
    text: 'the name of a shared workflow, "categories", or {"columns": [{"name", "statuses": [names or ids]}], "start": column, "finish": column}',
  },
};

const UNITS = words({ days: 'Days', elapsed: 'Elapsed time', working: 'Working time' });
const START_RULES = words({ first: 'First entry', last: 'Last entry' });

export const FLOW_SETTINGS = {
  /** Null takes the columns of the board, or the status categories without a board. */
  workflow: {
    ...FORM_AND_PAGE,
    key: 'workflow',
    codec: WORKFLOW,
    default: null,
    label: 'Workflow',
  },
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
  readonly workflow: WorkflowChoice;
  readonly board: BoardId | null;
  readonly startRule: 'first' | 'last';
  readonly unit: FlowUnit;
}

/** Inclusive calendar days, elapsed time, or time within the working calendar. */
export type FlowUnit = 'days' | 'elapsed' | 'working';
