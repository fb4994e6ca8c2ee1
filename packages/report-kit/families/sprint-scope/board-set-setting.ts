/** The setting of every report that takes a board: a board set in its place. */
import type { Rename } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import {
  type BoardSetUnit,
  type FlatBoardSet,
  parseFlatBoardSet,
} from '@tallyboard/core/model/board-set.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { Codec } from '../../settings/codec.ts';
import { FORM_AND_PAGE } from '../../settings/common-settings.ts';
import type { Stored } from '../../settings/schema.ts';

export const BOARD_SET_KEY = 'boardSet';

/** A copy of the definition, which is used also after the set has changed or is gone. Null, which is not stored, for none. */
const BOARD_SET: Codec<FlatBoardSet | null> = {
  parse: parseFlatBoardSet,
  format: value => value ?? undefined,
  shape: {
    kind: 'other',
    text: 'the id or name of a board set, or {"id", "name", "unit", "members": [{"board": number} or {"jql"}]}',
  },
};

export const BOARD_SET_SETTING = {
  ...FORM_AND_PAGE,
  key: BOARD_SET_KEY,
  codec: BOARD_SET,
  default: null,
  label: 'Board set',
  rename: (set: FlatBoardSet | null, rename: Rename): FlatBoardSet | null =>
    set && {
      ...set,
      name: rename('name', set.name),
      members: set.members.map(each => ('jql' in each ? { jql: rename('name', each.jql) } : each)),
    },
} as const;

/** A board set takes the place of a board. */
export const unlessBoardSet = (
  board: BoardId | null | undefined,
  stored: Stored,
): BoardId | null | undefined =>
  parseFlatBoardSet(stored[BOARD_SET_KEY]) === undefined ? board : null;

const ESTIMATIONS: Readonly<Record<BoardSetUnit, Estimation>> = {
  issues: 'count',
  points: 'points',
  time: 'time',
};

/** The estimation of a report on a set by its unit, where the report has it. */
export const estimationOf = <Chosen extends Estimation>(
  known: readonly Chosen[],
  set: FlatBoardSet | null | undefined,
): Chosen | undefined => known.find(each => set && each === ESTIMATIONS[set.unit]);

/** Without an estimation of its own a report has that of its board set. */
export const elseUnitOfSet = <Chosen extends Estimation>(
  known: readonly Chosen[],
  estimation: Chosen | undefined,
  stored: Stored,
): Chosen | undefined =>
  estimation ?? estimationOf(known, parseFlatBoardSet(stored[BOARD_SET_KEY]));
