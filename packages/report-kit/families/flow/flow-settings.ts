/** The settings of every flow report: the workflow, where its clock starts and finishes, and the unit of time. */

import type { IssueTypes } from '@tallyboard/core/flow/issue-types.ts';
import type { ReplaySettings } from '@tallyboard/core/flow/replay.ts';
import type { WorkflowSettings } from '@tallyboard/core/flow/workflow.ts';
import {
  parseWorkflowChoice,
  renameWorkflow,
  type WorkflowChoice,
} from '@tallyboard/core/flow/workflow-definition.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { type Codec, idOf, words } from '../../settings/codec.ts';
import { EVERYWHERE, FORM_AND_PAGE, legacyDefault } from '../../settings/common-settings.ts';
import { DONE_SETTING } from '../../settings/done-settings.ts';
import { BOARD_SET_SETTING, unlessBoardSet } from '../sprint-scope/board-set-setting.ts';

/** An object, or the name of a shared workflow. */
const WORKFLOW: Codec<WorkflowChoice> = {
  parse: parseWorkflowChoice,
  format: value => value,
  shape: {
    kind: 'other',
    text: 'the name of a shared workflow, "categories", or {"columns": [{"name", "statuses": [names or ids]}], "start": column, "finish": column}',
  },
};

const TYPES = words({
  standard: 'Standard issues',
  epics: 'Epics',
  'sub-tasks': 'Sub-tasks',
  all: 'All issue types',
});

const UNITS = words({ days: 'Days', elapsed: 'Elapsed time', working: 'Working time' });
const START_RULES = words({ first: 'First entry', last: 'Last entry' });

export const FLOW_SETTINGS = {
  /** Null takes the columns of the board, or the status categories without a board. */
  workflow: {
    ...FORM_AND_PAGE,
    codec: WORKFLOW,
    default: null,
    label: 'Workflow',
    rename: renameWorkflow,
  },
  board: {
    ...FORM_AND_PAGE,
    key: 'boardId',
    codec: idOf<BoardId>('the number of a board; 0 takes the issues of the query'),
    default: null,
    label: 'Board',
    resolve: unlessBoardSet,
  },
  boardSet: BOARD_SET_SETTING,
  startRule: {
    ...EVERYWHERE,
    codec: START_RULES,
    default: 'first',
    label: 'Start counting at the',
  },
  unit: { ...EVERYWHERE, codec: UNITS, default: 'days', label: 'Unit' },
  /** By the hierarchy level of the issue type: 0, above it, below it. */
  types: {
    ...EVERYWHERE,
    key: 'issueTypes',
    codec: TYPES,
    default: 'standard',
    label: 'Issue types',
    resolve: legacyDefault<IssueTypes>('issueTypes', 'all'),
  },
  done: DONE_SETTING,
} as const;

/** In reports without times of issues, which accept a unit as all reports of flow do. */
export const FLOW_SETTINGS_WITHOUT_UNIT = {
  workflow: FLOW_SETTINGS.workflow,
  board: FLOW_SETTINGS.board,
  boardSet: FLOW_SETTINGS.boardSet,
  startRule: FLOW_SETTINGS.startRule,
  done: FLOW_SETTINGS.done,
  types: FLOW_SETTINGS.types,
  unit: { ...FLOW_SETTINGS.unit, places: [] },
} as const;

export interface FlowSettings extends WorkflowSettings, ReplaySettings {
  readonly unit: FlowUnit;
}

/** Inclusive calendar days, elapsed time, or time within the working calendar. */
export type FlowUnit = 'days' | 'elapsed' | 'working';
