import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import { DONE_SETTING, parseSiteDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import { settingsTable } from '@tallyboard/report-kit/settings/table.ts';
import { expect, it } from 'vitest';
import { burnSettings } from './burn/settings.ts';

const { parse, serialize } = settingsTable({ done: DONE_SETTING });

it.each<[unknown, DoneChoice | null]>([
  [{}, null],
  [{ statusResolution: null }, null],
  [{ statusResolution: true }, { kind: 'resolution-or-category' }],
  [{ statusResolution: 'false' }, { kind: 'resolution' }],
  [{ statusResolution: true, doneStatus: 'Done' }, { kind: 'resolution-or-category' }],
  [{ doneStatus: 'Resolved' }, { kind: 'resolution-or-category' }],
  [
    { statusResolution: true, doneStatus: 'Shipped' },
    { kind: 'status', name: 'Shipped' },
  ],
  [{ statusResolution: false, doneStatus: 'Shipped' }, { kind: 'resolution' }],
  [{ doneRule: 'default', doneStatus: 'Shipped' }, { kind: 'resolution-or-category' }],
  [{ doneRule: 'last-column' }, { kind: 'last-column' }],
  [{ doneRule: 'category' }, { kind: 'category' }],
])('reads %o as %o', (stored, done) => {
  expect(parse(stored)).toEqual({ value: { done }, problems: [] });
  expect(parse(serialize({ done })).value).toEqual({ done });
});

it('follows the site where what is stored cannot be used', () => {
  const { value, problems } = parse({ statusResolution: 'sideways', doneRule: 7 });
  expect(value.done).toBe(null);
  expect(problems.map(({ path }) => path)).toEqual(['doneRule', 'statusResolution']);
});

it('reads the two codes of a burn chart, also when they were stored as text', () => {
  const doneOf = (stored: unknown) => burnSettings.parse(stored).value.done;
  expect([doneOf({}), doneOf({ doneType: 0 }), doneOf({ doneType: '1' })]).toEqual([
    null,
    { kind: 'resolution' },
    { kind: 'category' },
  ]);
});

it.each([
  [null, { kind: 'resolution-or-category' }],
  [{ rule: 'no rule' }, { kind: 'resolution-or-category' }],
  [{ rule: 'resolution' }, { kind: 'resolution' }],
  [
    { rule: 'status', status: ' Shipped ' },
    { kind: 'status', name: 'Shipped' },
  ],
])('reads %o as the rule of the site', (stored, rule) => {
  expect(parseSiteDone(stored)).toEqual(rule);
});
