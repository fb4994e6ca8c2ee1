import type { IssueId } from '@tallyboard/core/model/ids.ts';
import { issue } from '@tallyboard/core/testing/builders.ts';
import { expect, test } from 'vitest';
import { orderChange } from './order-change.ts';

test('counts who left and who is new by the number of before, and names where it stands', () => {
  const issues = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map(key => issue({ key }));
  const keys = new Map(issues.map(({ id, key }) => [id, key]));
  const entries = (values: Readonly<Record<number, number>>) =>
    new Map(
      Object.entries(values).map(([at, n]) => [
        issues[Number(at) - 1]?.id as IssueId,
        { n, d: undefined },
      ]),
    );
  const was = entries({ 1: 2, 2: 4, 3: 9 });
  // The median of 2, 7, 12, 20 is between those of.
  const is = entries({ 1: 2, 3: 12, 4: 7, 5: 20 });
  expect(orderChange([was, 4], [is, 9.5], keys)).toEqual({
    left: { above: 0, below: 1 },
    joined: { above: 2, below: 0 },
    changed: 1,
    neighbours: ['A-4', 'A-3'],
  });
  expect(orderChange([was, 4], [was, 4], keys)).toEqual({
    left: { above: 0, below: 0 },
    joined: { above: 0, below: 0 },
    changed: 0,
    neighbours: ['A-2'],
  });
  expect(orderChange([was, 4], [new Map(), null], keys)).toEqual({
    left: { above: 1, below: 2 },
    joined: { above: 0, below: 0 },
    changed: 0,
    neighbours: [],
  });
});
