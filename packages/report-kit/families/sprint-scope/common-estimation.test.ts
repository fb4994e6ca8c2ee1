import type { BoardConfiguration } from '@tallyboard/core/model/board.ts';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { expect, test } from 'vitest';
import { withCommonEstimation } from './common-estimation.ts';

const POINTS = 'customfield_10016';
const OTHER_POINTS = 'customfield_10030';
const TIME = 'timeoriginalestimate';

/** What a report on boards with these estimation fields estimates by, and the codes of its notes. */
function chosen(estimation: 'count' | 'points' | 'time', ...fields: (string | null)[]) {
  const boards = fields.map((_, at) => (at + 1) as BoardId);
  const boardConfigurations = new Map(
    fields.map((estimationField, at) => [
      boards[at] as BoardId,
      { boardId: boards[at], filterId: null, columns: [], estimationField } as BoardConfiguration,
    ]),
  );
  const query = { jql: '', sprints: null, narrowedBy: '', atLeast: null, boards };
  const { settings, notes } = withCommonEstimation(
    { estimation },
    { boardConfigurations },
    { query },
  );
  return [settings.estimation, ...notes.map(({ code }) => code)];
}

test('points and time of different boards are never added', () => {
  expect(chosen('points', POINTS, TIME)).toEqual(['count', 'different-units']);
  expect(chosen('time', TIME, null, POINTS)).toEqual(['count', 'different-units']);
  expect(chosen('count', POINTS, TIME)).toEqual(['count']);
  expect(chosen('points', POINTS, OTHER_POINTS)).toEqual(['points']);
  expect(chosen('points', POINTS, null)).toEqual(['points']);
  expect(chosen('time')).toEqual(['time']);
});
