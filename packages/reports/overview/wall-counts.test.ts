import { expect, test } from 'vitest';
import { fitCounts } from './wall-counts.ts';

test.each([
  // Of a small screen, of 1920 px and of a wide one.
  [7, { width: 400, height: 90 }, { columns: 3, shown: 2, scale: 1 }],
  [7, { width: 640, height: 100 }, { columns: 5, shown: 4, scale: 1 }],
  [7, { width: 640, height: 190 }, { columns: 4, shown: 7, scale: 1 }],
  [7, { width: 900, height: 400 }, { columns: 4, shown: 7, scale: 1.6 }],
  [1, { width: 640, height: 300 }, { columns: 1, shown: 1, scale: 1.6 }],
])('%d counts in %j', (count, room, fit) => {
  const labels = Array.from({ length: count }, () => 'Two long words of a label');
  expect(fitCounts(labels, room)).toEqual(fit);
});

test('labels of one line leave room for a second row', () => {
  const labels = Array.from({ length: 7 }, () => 'Due this week');
  const room = { width: 351, height: 117 };
  expect(fitCounts(labels, room)).toEqual({ columns: 3, shown: 5, scale: 0.86 });
});
