import type { Call } from '@tallyboard/replica/rest/api.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { BoardSetStore } from '@tallyboard/server-store/board-sets.ts';

export interface BoardSets {
  readonly boardSets: BoardSetStore;
}

/** The board sets of the caller, and those that are shared with them. */
export async function boardSetsOf({ boardSets }: BoardSets, call: Call) {
  const all = (await boardSets.all()).filter(set => mayView(call, set));
  return all.map(set => ({ ...set, isOwn: set.ownerId === call.caller.account }));
}
