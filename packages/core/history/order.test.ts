import { describe, expect, test } from 'vitest';
import type { Change } from '../model/change.ts';
import type { SprintId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import { issue, user } from '../testing/builders.ts';
import { compareChanges, hasOtherValueNow, orderChanges } from './order.ts';

let ids = 0;
const change = (init: Partial<Change>): Change => ({
  at: 0,
  historyId: String(++ids),
  author: null,
  field: 'status',
  fieldId: null,
  fieldName: 'status',
  from: null,
  fromText: null,
  to: null,
  toText: null,
  ...init,
});
const steps = (text: string, init: Partial<Change> = {}) =>
  text.split(' ').map(each => {
    const [from = '', to = ''] = each.split('>');
    return change({ from, to, ...init });
  });
/** The order of the steps, which are given by ascending ids. */
const order = (changes: readonly Change[], now: Partial<Issue> = {}) =>
  orderChanges(changes.toSorted(compareChanges), issue(now)).map(
    ({ from, fromText, to, toText }) => `${from || fromText}>${to || toText}`,
  );

test('history ids are compared as numbers, items of one entry keep their place', () => {
  const given = ['100', '99', '99', '9'].map((historyId, place) =>
    change({ historyId, from: `${place}a`, to: `${place}b` }),
  );
  expect(order(given).map(each => each[0])).toEqual(['3', '1', '2', '0']);
});

describe('changes of one instant', () => {
  test('follow one another, whatever their ids', () => {
    expect(order(steps('b>c a>b'))).toEqual(['a>b', 'b>c']);
    // Newest first, and in no order at all.
    expect(order(steps('d>e c>d b>c a>b'))).toEqual(['a>b', 'b>c', 'c>d', 'd>e']);
    expect(order(steps('c>d a>b d>b b>c b>e'))).toEqual(['a>b', 'b>c', 'c>d', 'd>b', 'b>e']);
  });

  test('without ids', () => {
    const plain = steps('b>c a>b').map(each => ({ ...each, historyId: 'undefined' }));
    expect(order(plain)).toEqual(['a>b', 'b>c']);
  });

  test('stay as they are where their order fits, or none does', () => {
    expect(order(steps('a>b b>a a>c'))).toEqual(['a>b', 'b>a', 'a>c']);
    expect(order(steps('c>d a>b'))).toEqual(['c>d', 'a>b']);
    expect(order(steps('a>b a>b'))).toEqual(['a>b', 'a>b']);
  });

  test('with repeated entries follow one another too', () => {
    expect(order(steps('b>c a>b a>b'))).toEqual(['a>b', 'a>b', 'b>c']);
  });

  test('that end where they began start with the value before', () => {
    const before = steps('x>b', { at: -1 });
    expect(order([...before, ...steps('a>b b>a')])).toEqual(['x>b', 'b>a', 'a>b']);
  });

  test('that end where they began end with the value after, or of now', () => {
    const after = steps('b>x', { at: 1 });
    expect(order([...steps('a>b b>a'), ...after])).toEqual(['b>a', 'a>b', 'b>x']);
    const assigned = steps('>ana ana>', { field: 'assignee' });
    expect(order(assigned, { assignee: null })).toEqual(['null>ana', 'ana>null']);
    expect(order(assigned, { assignee: user('ana') })).toEqual(['ana>null', 'null>ana']);
  });

  test('that end where they began pass the value of now on to those before', () => {
    const later = steps('>ana ana>', { field: 'assignee', at: 1 });
    const all = [...steps('>ana ana>', { field: 'assignee' }), ...later];
    expect(order(all, { assignee: user('ana') })).toEqual([
      ...['ana>null', 'null>ana'],
      ...['ana>null', 'null>ana'],
    ]);
  });

  test('of other fields do not matter', () => {
    const mixed = [
      change({ from: 'b', to: 'c' }),
      change({ field: 'assignee', from: 'x', to: 'y' }),
      change({ from: 'a', to: 'b' }),
    ];
    expect(order(mixed)).toEqual(['a>b', 'x>y', 'b>c']);
  });

  test('match by name without ids, points by number, sprints in any order', () => {
    const names = [
      change({ fromText: 'Doing', toText: 'Done' }),
      change({ from: '1', fromText: 'To Do', to: '3', toText: 'doing' }),
    ];
    expect(order(names)).toEqual(['1>3', 'Doing>Done']);
    const points = ['2.0>5', '1>2'].map(each => {
      const [fromText = '', toText = ''] = each.split('>');
      return change({ field: 'points', fieldName: 'Story Points', fromText, toText });
    });
    expect(order(points)).toEqual(['1>2', '2.0>5']);
    expect(
      order([
        change({ field: 'sprint', from: '2, 1', to: '3' }),
        change({ field: 'sprint', from: '1', to: '1, 2' }),
      ]),
    ).toEqual(['1>1, 2', '2, 1>3']);
  });

  test('of a set of values have an order for each value', () => {
    const versions = [
      change({ field: 'fixVersion', from: '1', to: '' }),
      change({ field: 'fixVersion', from: '', to: '2' }),
      change({ field: 'fixVersion', from: '', to: '1' }),
    ];
    expect(order(versions)).toEqual(['null>1', 'null>2', '1>null']);
  });

  test('may be many', () => {
    const many = Array.from({ length: 5000 }, (_, at) =>
      change({ from: `s${at}`, to: `s${at + 1}` }),
    );
    const mixed = many.map((_, at) => many[(at * 2999) % 5000] as Change);
    const ordered = orderChanges(mixed, issue());
    expect(ordered.map(({ from }) => from)).toEqual(many.map(({ from }) => from));
  });
});

test('knows a last change that does not lead to the value of now', () => {
  const points = change({ field: 'points', fieldName: 'Story Points', fromText: '1', toText: '3' });
  const sprint = change({ field: 'sprint', from: '', to: '2, 1' });
  const found = (now: Partial<Issue>) =>
    hasOtherValueNow(issue({ changes: [points, sprint], ...now }), [
      'points',
      'sprint',
      'assignee',
    ]);
  const sprints = [1, 2].map(id => ({ id: id as SprintId }) as Sprint);
  expect(found({ points: 3, sprints })).toBe(false);
  expect(found({ points: 5, sprints })).toBe(true);
  expect(found({ points: 3, sprints: sprints.slice(1) })).toBe(true);
  expect(found({ points: null, sprints })).toBe(true);
});
