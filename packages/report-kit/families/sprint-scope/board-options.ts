import type { Board } from '@tallyboard/core/model/board.ts';
import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { Store, useStore } from '@tallyboard/ui/text/store.ts';
import { useEffect, useState } from 'react';

/** A board, a board set in its place, or neither. */
export interface BoardValue {
  readonly board: BoardId | null;
  readonly boardSet: FlatBoardSet | null;
}

export interface BoardOption {
  /** The id of a board, 'set:' and the id of a set, or 0. */
  readonly value: string | number;
  readonly label: string;
  readonly group?: string;
}

/** Counts the changes of board sets on this page. */
export const boardSetChanges = new Store(0);

type LoadSets = () => Promise<readonly FlatBoardSet[]>;

/** The boards and sets to choose from; a chosen set is among them also when it is gone. */
export function useBoardOptions(
  boards: readonly Board[],
  loadSets: LoadSets | undefined,
  { board, boardSet }: BoardValue,
  none: string,
) {
  const [sets, setSets] = useState<readonly FlatBoardSet[]>([]);
  const changes = useStore(boardSetChanges);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change loads them again.
  useEffect(() => {
    let isCurrent = true;
    // Boards can be chosen without them.
    loadSets?.().then(
      loaded => isCurrent && setSets(loaded),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [loadSets, changes]);
  const isListed = boardSet === null || sets.some(({ id }) => id === boardSet.id);
  const all = isListed ? sets : [...sets, boardSet];
  const group = all.length > 0 ? { group: 'Boards' } : {};
  const options: readonly BoardOption[] = [
    { value: 0, label: none },
    ...boards.map(({ id, name }) => ({ value: id as number, label: name, ...group })),
    ...all.map(({ id, name }) => ({ value: `set:${id}`, label: name, group: 'Board sets' })),
  ];
  return {
    options,
    value: boardSet ? `set:${boardSet.id}` : (board ?? 0),
    read: (value: string | number): BoardValue => ({
      board: boards.find(({ id }) => id === value)?.id ?? null,
      boardSet: all.find(({ id }) => `set:${id}` === value) ?? null,
    }),
  };
}
