import { expect, test } from 'vitest';
import { createRename } from './anonymise.ts';

const rename = () =>
  createRename({
    projects: [
      { key: 'WEB', name: 'Customer Portal' },
      { key: 'WEB2', name: 'Portal' },
    ],
    groups: [
      { word: 'Person', names: ['Ana Roy', 'Ana Roy-Smith', 'D.J. (ops)'], whole: false },
      { word: 'Label', names: ['Done', 'web'], whole: true },
    ],
  });

test('the same for the same, keys by the order in which they are met', () => {
  const to = rename();
  expect(to('WEB-20')).toBe('P1-1');
  expect(to('WEB-7 blocks WEB2-3 and WEB-20')).toBe('P1-2 blocks P2-1 and P1-1');
});

test.each([
  ['Ana Roy-Smith · Resolved', 'Person 2 · Resolved'],
  ['Ana Roy, 3 issues', 'Person 1, 3 issues'],
  ['Ana Royce', 'Ana Royce'],
  ['by D.J. (ops) in Customer Portal', 'by Person 3 in Project 1'],
  [' Done ', ' Label 1 '],
  ['Done 45', 'Done 45'],
  ['WEB', 'P1'],
  ['ISO-8601', 'ISO-8601'],
])('%j', (text, expected) => {
  expect(rename()(text)).toBe(expected);
});
