import type { BoardSet } from '@tallyboard/core/model/board-set.ts';
import { type Owned, type OwnedStore, ownedStore } from './owned-store.ts';
import type { ServerDb } from './tables.ts';

export interface StoredBoardSet extends BoardSet, Owned {
  readonly id: string;
  readonly name: string;
}

export type BoardSetStore = OwnedStore<StoredBoardSet>;

export const boardSetStore = (db: ServerDb): BoardSetStore =>
  ownedStore<StoredBoardSet, 'board_sets'>(db, {
    table: 'board_sets',
    noun: 'board set',
    rowOf: ({ unit, members }) => ({ unit, members: JSON.stringify(members) }),
    itemOf: ({ unit, members }) => ({
      unit: unit as BoardSet['unit'],
      members: JSON.parse(members),
    }),
  });
