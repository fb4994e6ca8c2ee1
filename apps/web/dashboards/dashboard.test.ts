import { GADGETS, kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { describe, expect, test } from 'vitest';
import {
  applyChange,
  columnsOf,
  type Dashboard,
  type Item,
  placeText,
  type Step,
  stepFrom,
} from './dashboard.ts';
import { findKinds, moduleKeyOf } from './gadget-kinds.ts';
import {
  isWithin,
  parseWallboard,
  stepFrom as stepOfWallboard,
  viewColumns,
  wallboardAddress,
  wallViews,
} from './wallboard/wallboard.ts';

/** 'ab c': a column of a and b, and one of c; '-' is an empty one. */
function dashboard(picture: string): Dashboard {
  const columns = picture.split(' ').map(word => [...word].filter(letter => letter !== '-'));
  const items: Item[] = columns.flatMap((letters, column) =>
    letters.map((id, row) => {
      return { id, row, column, title: id, color: 'blue', moduleKey: 'm', revision: 0 };
    }),
  );
  const rest = {
    description: '',
    shares: [],
    favourite: false,
    manageable: true,
    cyclePeriodMs: 30_000,
    filter: '',
    version: 1,
    updatedMs: 0,
  };
  const access = { owner: null, mine: true, editable: true };
  return { id: '1', name: 'D', layout: 'A'.repeat(columns.length), items, ...rest, ...access };
}

const picture = (shown: Dashboard) =>
  columnsOf(shown)
    .map(list => list.map(({ id }) => id).join('') || '-')
    .join(' ');

test.each([
  ['ab cd', { id: 'a', row: 1, column: 1 }, 'b cad'],
  ['ab cd', { id: 'd', row: 0, column: 0 }, 'dab c'],
  ['abc', { id: 'a', row: 1, column: 0 }, 'bac'],
  ['ab -', { id: 'b', row: 9, column: 9 }, 'a b'],
] as const)('%s with %j becomes %s', (before, place, after) => {
  const changed = applyChange(dashboard(before), { items: [place] });
  expect(picture(changed)).toBe(after);
  // Laid over the server's answer once more it changes nothing.
  expect(applyChange(changed, { items: [place] })).toEqual(changed);
});

test('gadgets of removed columns move to the last one', () => {
  expect(picture(applyChange(dashboard('a b c'), { layout: 'AB' }))).toBe('a bc');
  expect(picture(applyChange(dashboard('a b'), { layout: 'AAA' }))).toBe('a b -');
});

describe('steps', () => {
  test.each<[string, string, Step, string | null]>([
    ['ab cd', 'a', 'down', 'ba cd'],
    ['ab cd', 'a', 'up', null],
    ['ab cd', 'd', 'down', null],
    ['ab cd', 'b', 'right', 'a cbd'],
    ['ab -', 'b', 'right', 'a b'],
    ['ab cd', 'c', 'left', 'cab d'],
    ['ab cd', 'c', 'right', null],
  ])('%s, %s %s: %s', (before, id, step, after) => {
    const place = stepFrom(dashboard(before), id, step);
    const items = place ? [place] : [];
    expect(place && picture(applyChange(dashboard(before), { items }))).toBe(after);
  });

  test('are described in words', () => {
    expect(placeText(dashboard('ab cd'), 'd')).toBe('column 2 of 2, place 2 of 2');
    expect(placeText(dashboard('ab'), 'a')).toBe('place 1 of 2');
  });
});

test('a search finds gadgets by the beginnings of words', () => {
  const names = (search: string) => findKinds(search).map(({ name }) => name);
  expect(names('')).toHaveLength(GADGETS.length);
  expect(names('burn')).toEqual(['burn']);
  expect(names('HOURS log')).toEqual(['timesheets']);
  expect(names('sprint chart')).toEqual(['burn', 'velocity']);
  expect(names('nonsense')).toEqual([]);
  // What people call them.
  expect(names('created vs. resolved chart')[0]).toBe('created-resolved');
  expect(names('pie chart')).toEqual(['issues-by']);
  expect(names('average age')).toEqual(['age']);
  expect(names('standup')).toEqual(['status', 'burn']);
  expect(names('SLA')).toContain('resolution-time');
  expect(names('time sheet')).toEqual(['timesheets']);
  expect(names('burn down chart')).toEqual(['burn']);
});

test('kinds and addresses of frames', () => {
  for (const kind of GADGETS) expect(kindOf(moduleKeyOf(kind))).toBe(kind);
  expect(kindOf('com.other.app:pie-chart')).toBeUndefined();
});

describe('on a wallboard', () => {
  /** Letters after 't' are texts. */
  const ofKinds = (shown: string) => {
    const made = dashboard(shown);
    const items = made.items.map(item => ({
      ...item,
      moduleKey: item.id < 't' ? 'x__status' : item.id === 'z' ? 'other:pie' : 'x__text',
    }));
    return { ...made, items };
  };
  const views = (shown: string) =>
    wallViews(ofKinds(shown))
      .map(view => view.map(({ id }) => id).join(''))
      .join(' ');

  test.each([
    ['ab cd', 'ac bd'],
    ['ab c', 'ac b'],
    ['a b c', 'ab c'],
    ['a t c', 'atc'],
    ['az b', 'ab'],
    ['-', ''],
  ])('%s has the views %j', (shown, expected) => {
    expect(views(shown)).toBe(expected);
  });

  test('a text is as narrow as it asked for, unless nothing is beside it', () => {
    const [beside = [], alone = []] = wallViews(ofKinds('at u'));
    const widths = new Map([
      ['u', 300],
      ['t', 200],
    ]);
    expect(viewColumns(beside, widths)).toBe('minmax(0, 1fr) minmax(0, min(40%, 300px))');
    expect(viewColumns(alone, widths)).toBe('minmax(0, 1fr)');
  });
});

test('the address of a wallboard', () => {
  const address = wallboardAddress(['1', '2'], 45_000, { from: '08:00', to: '18:30' }, [
    ['project', 'WEB'],
  ]);
  expect(address).toBe(
    '/wallboard?dashboardId=1&dashboardId=2&project=WEB&cyclePeriod=45000&from=08%3A00&to=18%3A30',
  );
  expect(parseWallboard(address.slice('/wallboard'.length))).toEqual({
    ids: ['1', '2'],
    periodMs: 45_000,
    hours: { from: '08:00', to: '18:30' },
  });
  expect(parseWallboard('?dashboardId=1&dashboardId=x&dashboardId=1&cyclePeriod=1')).toEqual({
    ids: ['1'],
    periodMs: 5000,
    hours: null,
  });
  expect(parseWallboard('?cyclePeriod=soon&from=8&to=25:00')).toEqual({
    ids: [],
    periodMs: null,
    hours: null,
  });
});

test.each([
  ['08:00', '18:00', { '07:59': false, '08:00': true, '17:59': true, '18:00': false }],
  ['22:00', '06:00', { '21:59': false, '23:00': true, '05:59': true, '06:00': false }],
])('a wallboard is on from %s to %s', (from, to, times) => {
  const found = Object.keys(times).map(time => [time, isWithin({ from, to }, time)]);
  expect(Object.fromEntries(found)).toEqual(times);
});

test('a wallboard goes through all views of all dashboards, and back', () => {
  // The second dashboard is not loaded.
  const counts = [2, 0, 1];
  const forward = [{ board: 0, view: 0 }];
  for (const at of [0, 1, 2, 3]) forward.push(stepOfWallboard(forward[at]!, 1, counts));
  expect(forward.map(({ board, view }) => `${board}.${view}`)).toEqual([
    '0.0',
    '0.1',
    '1.0',
    '2.0',
    '0.0',
  ]);
  for (const [at, place] of forward.slice(1).entries())
    expect(stepOfWallboard(place, -1, counts)).toEqual(forward[at]);
});
