import { problemOf } from './settings.ts';
import { type SharedItem, sharedItems } from './shared-items.ts';

interface Content {
  readonly unit: string;
  /** `{board}`, `{jql}` or `{set}` each. */
  readonly members: readonly object[];
}

export type SharedBoardSet = SharedItem<Content>;

const UNITS = ['issues', 'points', 'time'];
const MAX_MEMBERS = 100;

export const boardSets = sharedItems<Content>({
  noun: 'board set',
  list: 'sets',
  empty: { unit: 'issues', members: [] },
  readContent(before, body) {
    const { unit = before.unit, members = before.members } = Object(body);
    if (!UNITS.includes(unit)) return `The unit is ${UNITS.join(', ')}.`;
    if (!Array.isArray(members) || members.length > MAX_MEMBERS || !members.every(isMember))
      return `A board set has at most ${MAX_MEMBERS} boards, queries and board sets.`;
    return problemOf(members) ?? { unit, members };
  },
});

function isMember(value: unknown): boolean {
  const { board, jql, set, ...others } = Object(value);
  if (Object.keys(others).length > 0) return false;
  const given = [board, jql, set].filter(each => each !== undefined);
  if (given.length !== 1) return false;
  if (board !== undefined) return Number.isSafeInteger(board) && board > 0;
  const text: unknown = jql ?? set;
  return typeof text === 'string' && text.trim() !== '';
}
