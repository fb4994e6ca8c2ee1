import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';

/** Whether a board is without sprints; false also where they could not be loaded. */
export function isWithoutSprints(
  { boards, boardSprints, warnings }: Pick<Dataset, 'boards' | 'boardSprints' | 'warnings'>,
  board: BoardId,
): boolean {
  const type = boards.get(board)?.type;
  if (type === 'kanban') return true;
  const failed = () => warnings.some(text => text.startsWith(`The sprints of board ${board} `));
  return type === 'simple' && !boardSprints.has(board) && !failed();
}
