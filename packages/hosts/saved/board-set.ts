import { BOARD_SET_UNITS } from '@tallyboard/core/model/board-set.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { numberId } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import type { Host } from '../host.ts';
import { appItems } from './app-items.ts';
import {
  type ItemChange,
  OutdatedError,
  type OwnedItems,
  ownership,
  serverItems,
  userItems,
} from './owned-items.ts';
import { userProperty } from './user-property.ts';

const stored = v.object({
  id: v.string(),
  name: v.string(),
  unit: v.picklist(BOARD_SET_UNITS),
  members: v.array(
    v.union([
      v.object({ board: numberId<BoardId>() }),
      v.object({ jql: v.string() }),
      v.object({ set: v.string() }),
    ]),
  ),
  /** Counts the writes, from 1. */
  version: v.number(),
});
type Stored = v.InferOutput<typeof stored>;

const owned = v.object({ ...stored.entries, ...ownership });
export type OwnedBoardSet = v.InferOutput<typeof owned>;
export type BoardSetChange = ItemChange<
  Pick<OwnedBoardSet, 'id' | 'version' | 'name' | 'unit' | 'members' | 'shares'>
>;
export type BoardSets = OwnedItems<OwnedBoardSet, BoardSetChange>;

const outdated = () => new OutdatedError();

/** The board sets of a host; null where it has no place for them. */
export function openBoardSets({
  savedReports,
  info: { flavour, addonKey },
  request,
}: Pick<Host, 'savedReports' | 'info' | 'request'>): BoardSets | null {
  if (savedReports === null) return null;
  const client = createJiraClient({ flavour, addonKey, request });
  const shared = serverItems<OwnedBoardSet, BoardSetChange>(client, {
    list: '/replica/board-sets',
    member: 'sets',
    schema: owned,
    outdated,
  });
  if (savedReports === 'server') return shared;
  const schema = v.object({ sets: v.array(stored) });
  const property = userProperty(client, 'tallyboard-board-sets', schema, {
    empty: { sets: [] },
    noun: 'board set',
  });
  const own = userItems<Stored, BoardSetChange>({
    read: async signal => (await property.read(signal)).sets,
    async change(update) {
      const { sets } = await property.read();
      await property.write({ sets: [...update(sets)] });
    },
    merge: (before, { id, version, name, unit, members }) => ({
      id,
      name: name ?? before?.name ?? '',
      unit: unit ?? before?.unit ?? 'issues',
      members: members ?? before?.members ?? [],
      version: version + 1,
    }),
    outdated,
  });
  return savedReports === 'user'
    ? own
    : appItems<OwnedBoardSet, BoardSetChange>({ client, own, shared, outdated });
}
