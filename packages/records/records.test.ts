import { describe, expect, test } from 'vitest';
import { CATALOGUE, fieldsOfReply } from './catalogue.ts';
import { readHistories, readWorklogs } from './entries.ts';
import { readIssue } from './issue.ts';
import { isPlainHistory, isPlainWorklog } from './plain.ts';
import { readSprint, sprintIdsOfNames } from './sprint.ts';
import { readStatus } from './status.ts';
import { readDay, readTime } from './time.ts';
import { type JsonObject, numberIn, type RecordKind, type Repair, Report } from './values.ts';

/** What a reader returns and what it says. */
function reading<T>(read: (report: Report) => T) {
  const said: Repair[] = [];
  const value = read(new Report(repair => said.push(repair)));
  return {
    value,
    said: said.map(({ field, what, done }) => `${field} ${what}, ${done}`),
    losses: said.filter(({ isLoss }) => isLoss).length,
  };
}

const FLOAT = 'com.atlassian.jira.plugin.system.customfieldtypes:float';

test.each([
  [{ id: 3 }, 3, 0],
  [{ id: '3' }, 3, 1],
  [{ key: 'done' }, 3, 1],
  [{ name: 'In Progress' }, 4, 1],
  [{ key: null, name: 'TO DO' }, 2, 1],
  ['Done', 3, 1],
  ['indeterminate', 4, 1],
  [2, 2, 1],
  [{ id: 17, key: 'new', name: 'Neu' }, 2, 1],
  [{}, undefined, 1],
  [{ name: 'Fertig' }, undefined, 1],
  [['done'], undefined, 1],
  [null, undefined, 0],
  [undefined, undefined, 0],
])('a status category %j', (statusCategory, id, count) => {
  const { value, said } = reading(report =>
    readStatus({ id: '5', name: 'Live', statusCategory }, 'status', report),
  );
  expect((value?.statusCategory as { id?: number } | null)?.id).toBe(id);
  expect(said).toHaveLength(count);
});

test.each([
  ['5', 5],
  [' 5.5 ', 5.5],
  ['5,5', 5.5],
  ['0,125', null],
  ['-3', -3],
  ['1e3', 1000],
  ['1,000', null],
  ['1.000,5', null],
  ['3 SP', null],
  ['', null],
  ['Infinity', null],
  [Number.POSITIVE_INFINITY, null],
  [{ value: '5' }, null],
  [[5], null],
  [true, null],
])('a number %j', (value, number) => expect(numberIn(value)).toBe(number));

test.each([
  ['2026-03-02T09:00:00.000Z', '2026-03-02T09:00:00.000Z', 0],
  ['2026-03-02T09:00:00.000+0100', '2026-03-02T09:00:00.000+0100', 0],
  ['02/Mar/26 9:00 AM', '2026-03-02T09:00:00Z', 1],
  ['02/Mar/26 12:05 AM', '2026-03-02T00:05:00Z', 1],
  ['2/Mar/2026 9:30 PM', '2026-03-02T21:30:00Z', 1],
  ['02/Mar/26', '2026-03-02T00:00:00Z', 1],
  ['2026-03-02T09:00:00', '2026-03-02T09:00:00Z', 1],
  ['2026-03-02 09:00:00.0', '2026-03-02T09:00:00.0Z', 1],
  ['2026-03-02T09:00+01:00[Europe/Berlin]', '2026-03-02T09:00+01:00', 1],
  ['Mon Mar 02 09:00:00 UTC 2026', '2026-03-02T09:00:00+0000', 1],
  ['Mon Mar 02 09:00:00 CET 2026', '2026-03-02T09:00:00+0100', 1],
  [1_772_442_000_000, '2026-03-02T09:00:00.000+0000', 1],
  ['1772442000000', '2026-03-02T09:00:00.000+0000', 1],
  [1_772_442_000, '2026-03-02T09:00:00.000+0000', 1],
  ['Mon Mar 02 09:00:00 IST 2026', null, 1],
  ['32/Mar/26 9:00 AM', null, 1],
  ['02/Mar/26 13:00 PM', null, 1],
  ['None', null, 1],
  [{}, null, 1],
  ['<null>', null, 0],
  ['', null, 0],
  [null, null, 0],
])('a time of a sprint %j', (value, text, count) => {
  const { value: read, said } = reading(report => readTime(value, 'startDate', report));
  expect(read).toBe(text);
  expect(said).toHaveLength(count);
});

test.each([
  ['2026-03-09', '2026-03-09', 0],
  ['2026-03-09T00:00:00.000+0000', '2026-03-09', 1],
  ['2026-03-09T23:00:00.000-0500', '2026-03-09', 1],
  ['2026-03-09T00:00:00', '2026-03-09', 1],
  ['2026-03-09 00:00:00', '2026-03-09', 1],
  [1_773_014_400_000, '2026-03-09', 1],
  ['2026-02-30', null, 1],
  ['09.03.2026', null, 1],
  ['', null, 0],
])('a day %j', (value, day, count) => {
  const { value: read, said } = reading(report => readDay(value, 'duedate', report));
  expect([read, said.length]).toEqual([day, count]);
});

describe('histories', () => {
  const item = { field: 'status', from: '1', to: '3' };
  const entry = (id: unknown, items: unknown = [item]) => ({
    id,
    created: '2026-03-03T10:00:00.000+0000',
    items,
  });
  const read = (changelog: object) =>
    reading(report => readHistories(changelog, 'changelog', report));

  test.each<[string, object, number, number | null | undefined, number]>([
    ['as Jira sends them', { total: 2, histories: [entry('1'), entry('2')] }, 2, 2, 0],
    ['one twice', { total: 2, histories: [entry('1'), entry('1')] }, 1, 1, 1],
    ['one twice, counted once', { total: 1, histories: [entry('1'), entry('1')] }, 1, 1, 1],
    ['two without ids', { total: 2, histories: [entry(''), entry(null, [])] }, 2, 2, 0],
    ['one without an id twice', { histories: [entry(undefined), entry(undefined)] }, 1, 1, 1],
    ['items as JSON text', { histories: [entry('1', JSON.stringify([item]))] }, 1, 1, 1],
    ['items that are one object', { histories: [entry('1', item)] }, 0, 1, 1],
    ['items that are null', { total: 1, histories: [entry('1', null)] }, 0, 1, 1],
    ['more pages', { isLast: false, histories: [entry('1')] }, 1, null, 0],
    ['a next page', { nextPage: 'https://jira/2', histories: [entry('1')] }, 1, null, 0],
    ['a later page', { startAt: 5, histories: [entry('1')] }, 1, null, 0],
    ['a total of -1', { total: -1, histories: [entry('1')] }, 1, null, 1],
    ['a total of 1.5', { total: 1.5, histories: [entry('1')] }, 1, null, 1],
    ['a total beyond 2^53', { total: 2 ** 53 + 2, histories: [entry('1')] }, 1, null, 1],
    [
      'a total of many digits',
      { total: '1000000000000000000', histories: [entry('1')] },
      1,
      null,
      1,
    ],
    ['a start before the first', { total: 1, startAt: -1, histories: [entry('1')] }, 1, null, 1],
    ['a start beyond 2^53', { total: 1, startAt: 1e18, histories: [entry('1')] }, 1, null, 1],
    ['a token of the next page', { nextPageToken: 'x', histories: [entry('1')] }, 1, null, 0],
    ['a total below the count', { total: 1, histories: [entry('1'), entry('2')] }, 2, null, 0],
    ['a greater total', { total: 9, histories: [entry('1')] }, 1, 9, 0],
    ['a change without a field', { histories: [entry('1', [item, {}])] }, 1, null, 1],
  ])('%s', (_, changelog, count, total, words) => {
    const { value, said } = read(changelog);
    const histories = value?.histories as JsonObject[];
    expect(histories).toHaveLength(count);
    expect(new Set(histories.map(({ id }) => id)).size).toBe(count);
    expect(value?.total).toBe(total);
    expect(said).toHaveLength(words);
  });

  test('no list', () => expect(read({ histories: 'x' })).toMatchObject({ value: null, losses: 1 }));
});

test.each([
  [1e18, false],
  [-1e18, false],
  [Number.NaN, false],
  [1_764_500_000_000, true],
])('a time of %s is plain: %s', (at, isPlain) => {
  expect(isPlainHistory({ created: at })).toBe(isPlain);
  expect(isPlainWorklog({ started: at, timeSpentSeconds: 60 })).toBe(isPlain);
});

test('worklogs: seconds as text, one without an end, one twice', () => {
  const log = { id: '1', started: '2026-03-03T10:00:00.000+0000', timeSpentSeconds: '3600' };
  const worklogs = [log, log, { ...log, id: '2', timeSpentSeconds: {} }];
  const { value, said } = reading(report => readWorklogs({ worklogs }, 'worklog', report));
  expect(value).toEqual({ total: 2, worklogs: [{ ...log, timeSpentSeconds: 3600 }] });
  expect(said).toEqual([
    'worklog.timeSpentSeconds is a text, taken as a number',
    'worklog has an entry whose timeSpentSeconds is not a number, the entry is left out',
    'worklog has an entry twice, it counts once',
  ]);
});

test.each([
  ['a text', { schema: 'number' }, { type: 'number', custom: FLOAT }],
  ['a type of null', { schema: { type: null, custom: FLOAT } }, { type: 'number', custom: FLOAT }],
  [
    'an unknown type of null',
    { schema: { type: null, custom: 'x' } },
    { type: 'any', custom: 'x' },
  ],
  ['null', { schema: null }, null],
  ['a list', { schema: [] }, { type: 'number', custom: FLOAT }],
])('the schema of a field is %s', (_, { schema }, wanted) => {
  const given = { id: 'customfield_1', name: 'Story Points', schema };
  expect(reading(report => CATALOGUE.field(given, report)).value?.schema).toEqual(wanted);
});

test('fields that a reply names, with and without schemas', () => {
  const names = { summary: 'Summary', customfield_1: 'Story Points', customfield_2: 'Size' };
  const schema = { customfield_2: { type: 'number', custom: FLOAT } };
  expect(fieldsOfReply(names, schema)).toMatchObject([
    { id: 'customfield_1', name: 'Story Points', schema: { type: 'number', custom: FLOAT } },
    { id: 'customfield_2', name: 'Size', schema: { type: 'number', custom: FLOAT } },
  ]);
});

test.each<[RecordKind, unknown]>([
  ['field', { name: 'Size' }],
  ['status', { id: {}, name: 'Open' }],
  ['sprint', { id: 'x', name: 'S' }],
  ['board', 7],
  ['version', null],
  ['project', { key: 'A' }],
])('a %s without an id is refused', (kind, value) => {
  expect(() => reading(report => CATALOGUE[kind](value, report))).toThrow(/^The /);
});

test('a sprint: the text of Java, an id alone, and odd members', () => {
  const text =
    'com.atlassian.greenhopper.service.sprint.Sprint@1[id=7,rapidViewId=1,state=CLOSED,name=A,b,startDate=2026-03-02T09:00:00.000Z,activatedDate=2026-03-03T12:00:00.000Z,completeDate=<null>]';
  expect(reading(report => readSprint(text, report))).toMatchObject({
    value: { id: 7, name: 'A,b', activatedDate: '2026-03-03T12:00:00.000Z', completeDate: null },
    said: [],
  });
  expect(reading(report => readSprint('12', report)).value).toEqual({ id: 12 });
  const odd = { id: '7', name: null, state: 'CLOSED', startDate: {}, boardId: 'x', goal: 7 };
  expect(reading(report => readSprint(odd, report))).toMatchObject({
    value: { id: 7, name: 'Sprint 7', state: 'closed', startDate: null },
    losses: 1,
  });
});

test('names of sprints: one, several, with commas, unknown, of two sprints', () => {
  const ids: Record<string, number[]> = { S1: [1], S2: [2], 'Team, alpha': [3], Twice: [4, 5] };
  const idsOf = (name: string) => ids[name] ?? [];
  expect(
    ['S1', 'S1, S2', 'S1, Team, alpha', 'S9', 'S1, S9', 'Twice'].map(text =>
      sprintIdsOfNames(text, idsOf),
    ),
  ).toEqual(['1', '1, 2', '1, 3', null, null, null]);
});

test('an issue is read, and the given one stays as it is', () => {
  const given = {
    id: '1',
    key: 'A-1',
    fields: {
      status: 'Open',
      issuetype: { id: 1, name: 7 },
      created: '2026-03-01T09:00:00.000+0000',
      updated: '2026-03-01T09:00:00.000+0000',
      customfield_1: '3 SP',
      customfield_2: 'com.x.Sprint@1[id=3,state=ACTIVE,name=S]',
      timespent: '60',
    },
  };
  const copy = structuredClone(given);
  const said: Repair[] = [];
  const fields = new Map([
    ['customfield_1', { name: 'Story Points', kind: 'number' as const }],
    ['customfield_2', { name: 'Sprint', kind: 'sprint' as const }],
  ]);
  const read = readIssue(
    given,
    repair => said.push(repair),
    id => fields.get(id),
  );
  expect(given).toEqual(copy);
  expect(read.fields).toMatchObject({
    status: { name: 'Open' },
    issuetype: { id: 1, name: '7' },
    project: { key: 'A', name: 'A' },
    // Reports say that it is there and no number.
    customfield_1: '3 SP',
    customfield_2: [{ id: 3, name: 'S' }],
    timespent: 60,
  });
  expect(said.filter(({ isLoss }) => isLoss).map(({ field }) => field)).toEqual(['Story Points']);
  expect(() => readIssue({ ...given, key: '' }, () => {})).toThrow('the key is missing.');
});
