import {
  BOARD_SET_UNITS,
  type BoardSetMember,
  isBoardSetUnit,
  MAX_SET_MEMBERS,
  parseSetMembers,
} from '@tallyboard/core/model/board-set.ts';
import { cycleOf } from '@tallyboard/core/model/nested-board-sets.ts';
import type { Api, Call } from '@tallyboard/replica/rest/api.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { AccountStore } from '../accounts.ts';
import type { BoardSetStore, StoredBoardSet } from '../board-sets.ts';
import { refuse } from './owned.ts';
import { ownedCalls } from './owned-calls.ts';

/** Board sets: their definitions. Whoever reads one sees its boards and issues by their own rights. */
export const boardSets = (accounts: AccountStore, sets: BoardSetStore) => (api: Api) => {
  ownedCalls<StoredBoardSet>(api, accounts, {
    list: '/replica/board-sets',
    members: 'sets',
    noun: 'board set',
    store: sets,
    empty: { unit: 'issues', members: [] },
    readChange: (_, __, { unit, members }) => ({
      ...(unit !== undefined && {
        unit: isBoardSetUnit(unit)
          ? unit
          : refuse(`The unit is one of ${BOARD_SET_UNITS.join(', ')}.`),
      }),
      ...(members !== undefined && { members: readMembers(members) }),
    }),
    check: (call, changed) => checkNested(call, changed, sets),
  });
};

const readMembers = (value: unknown): readonly BoardSetMember[] =>
  parseSetMembers(value) ??
  refuse(
    `The members are a list of {"board": number}, {"jql": text} and {"set": id}, at most ${MAX_SET_MEMBERS}.`,
  );

/** Refuses new members that the caller does not see, and cycles, also through sets that the caller does not see. */
async function checkNested(
  call: Call,
  changed: StoredBoardSet,
  sets: BoardSetStore,
): Promise<void> {
  if (!changed.members.some(member => 'set' in member)) return;
  const all = await sets.all();
  const stored = all.find(({ id }) => id === changed.id);
  const before = stored?.members.flatMap(member => ('set' in member ? member.set : [])) ?? [];
  for (const member of changed.members) {
    if (!('set' in member) || before.includes(member.set)) continue;
    const found = all.find(({ id }) => id === member.set);
    if (!found || !mayView(call, found))
      refuse(`There is no board set '${member.set}', or it is not shared with you.`);
  }
  const cycle = cycleOf(changed, all);
  if (cycle === null) return;
  const names = cycle.map(each => {
    const isVisible = each.id === changed.id || all.some(one => one === each && mayView(call, one));
    return isVisible ? `'${each.name}'` : 'a set that is not shared with you';
  });
  refuse(`A board set cannot contain itself: ${names.join(' > ')}.`);
}
