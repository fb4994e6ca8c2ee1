import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { resolveBoardSet } from '@tallyboard/engine/board-sets/resolve-board-set.ts';
import type { Engine } from '@tallyboard/engine/calls.ts';
import { EVERYTHING } from '@tallyboard/jira/jql/compose.ts';

const BOARD_CLAUSE = /filter = \{[^}]*\}/;

/** The query of a preset with the issues of a set in place of those of a board, whose filter is one. */
export async function presetOfBoardSet(
  engine: Engine,
  template: string,
  set: FlatBoardSet,
): Promise<string> {
  const { jql } = await resolveBoardSet(engine, set);
  const clause = jql === '' ? EVERYTHING : `(${jql})`;
  return template.replace(BOARD_CLAUSE, () => clause);
}
