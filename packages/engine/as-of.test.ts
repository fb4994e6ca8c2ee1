import type { Board } from '@tallyboard/core/model/board.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { expect, test } from 'vitest';
import { pastTime, resolveAsOf } from './as-of.ts';

const NOW = Date.parse('2026-03-11T12:00:00Z');
const present = { now: NOW, zone: 'UTC', weekStart: 1 } as const;
const at = (day: string) => Date.parse(`2026-${day}T17:00:00Z`);
const closed = (name: string, boardId: number, complete: number) =>
  ({ name, boardId, state: 'closed', complete, end: complete }) as Sprint;

/** Board 7 is WEB's, and has had an issue in a later sprint of board 8. */
const SPRINTS = [
  closed('W1', 7, at('02-13')),
  closed('W2', 7, at('02-27')),
  closed('A9', 8, at('03-06')),
];
const engine = {
  boardSprints: async ({ boardId }: { boardId: number }) => (boardId === 7 ? SPRINTS : []),
  sprintBoards: async ({ project }: { project: string }) =>
    (project === 'WEB' ? [{ id: 7 }] : []) as Board[],
};
const resolve = (asOf: string | null, jql = '', boardId: number | null = null) =>
  resolveAsOf(
    engine,
    asOf,
    { boards: boardId === null ? [] : [boardId], jql, project: null },
    present,
  );

test('the last sprint is one of the board itself, or of the one project of the query', async () => {
  const last = { at: at('02-27'), sprint: 'W2' };
  expect(await resolve('last-sprint', '', 7)).toEqual(last);
  expect(await resolve('last-sprint', 'type = Bug AND project = "WEB" ORDER BY key')).toEqual(last);
});

test.each([
  ['', null, /needs a board/],
  ['project = WEB OR project = APP', null, /needs a board/],
  ['project = OPS', null, /Project OPS has no closed sprint/],
  ['', 9, /This board has no closed sprint/],
] as const)('%j on board %j gives no time', async (jql, board, message) => {
  await expect(resolve('last-sprint', jql, board)).rejects.toThrow(message);
});

test('a day is its end, last week the end of its last day; today and what is unknown are now', async () => {
  expect(await resolve('2026-03-09')).toEqual({ at: Date.parse('2026-03-10') - 1, sprint: null });
  expect(await resolve('last-week')).toEqual({ at: Date.parse('2026-03-09') - 1, sprint: null });
  for (const text of ['2026-03-11', 'next-moon', null]) expect(await resolve(text)).toBeNull();
});

test('a time in the future is refused, up to the tolerance of clocks', async () => {
  const engine = {} as never;
  const scope = { boards: [], jql: '', project: null };
  const tomorrow = dayText(localDay(NOW, 'UTC') + 1);
  await expect(resolveAsOf(engine, tomorrow, scope, present)).rejects.toThrow(/in the future/);
  expect(await resolveAsOf(engine, dayText(localDay(NOW, 'UTC')), scope, present)).toBeNull();
  expect(() => pastTime(NOW + 300_001, NOW)).toThrow(/in the future/);
  expect(pastTime(NOW + 300_000, NOW)).toBeNull();
  expect(pastTime(NOW - 1, NOW)).toBe(NOW - 1);
});
