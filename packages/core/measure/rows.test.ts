import { expect, test } from 'vitest';
import { issue } from '../testing/builders.ts';
import { rowsWhere, rowsWithoutHistory } from './rows.ts';

test('positions, of all issues or of some', () => {
  const issues = [true, false, false, true].map(historyComplete => issue({ historyComplete }));
  expect([...rowsWithoutHistory(issues)]).toEqual([1, 2]);
  expect([...rowsWithoutHistory(issues, Uint32Array.of(0, 2))]).toEqual([2]);
  expect([...rowsWhere([], () => true)]).toEqual([]);
});
