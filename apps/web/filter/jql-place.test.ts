import { expect, test } from 'vitest';
import { placeAt } from './jql-place.ts';

const value = (field: string, operator: string) => ({ what: 'value', field, operator });

/** The bar is the caret. */
test.each([
  ['|', { what: 'field' }],
  ['sta|', { what: 'field' }],
  ['status |', { what: 'operator', field: 'status' }],
  ['status no|', { what: 'operator', field: 'status' }],
  ['status not in |', value('status', 'not in')],
  ['status not in (Open, |', value('status', 'not in')],
  ['status in (Open) |', { what: 'joint' }],
  ['status = "To D|', value('status', '=')],
  ['points >= |', value('points', '>=')],
  ['cf[10014] |', { what: 'operator', field: 'cf[10014]' }],
  ['status was not in (a) AND |', { what: 'field' }],
  ['(project = A OR |', { what: 'field' }],
  ['assignee is not |', value('assignee', 'is not')],
  ['status changed |', { what: 'joint' }],
  ['sprint in openSprints() |', { what: 'joint' }],
  ['fixVersion in releasedVersions(|', { what: 'nothing' }],
  ['project = A |', { what: 'joint' }],
  ['project = A ORDER BY |', { what: 'order-field' }],
  ['project = A ORDER BY key |', { what: 'order-joint' }],
  ['project = A ORDER BY key DESC, |', { what: 'order-field' }],
  ['| AND project = A', { what: 'field' }],
])('%s', (text, expected) => {
  const caret = text.indexOf('|');
  expect(placeAt(text.replace('|', ''), caret).expected).toEqual(expected);
});

test('a word under the caret is replaced as a whole, quotes included', () => {
  expect(placeAt('status = "To Do" AND', 13)).toMatchObject({ typed: 'To ', from: 9, to: 16 });
});
