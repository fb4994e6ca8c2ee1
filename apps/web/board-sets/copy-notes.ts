import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import { copyNotes } from '@tallyboard/engine/board-sets/choose-board-set.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { canShareBoardSets, loadBoardSets } from './board-set-store.ts';

/** Whether the original of a copy has changed or is gone, in words. */
export async function notesOfCopy(host: Host, copy: FlatBoardSet): Promise<readonly QueryNote[]> {
  const all = await loadBoardSets(host);
  // Where nothing is shared, a set of somebody else is none that is gone.
  if (!canShareBoardSets(host) && !all.some(({ id }) => id === copy.id)) return [];
  return copyNotes(copy, all);
}
