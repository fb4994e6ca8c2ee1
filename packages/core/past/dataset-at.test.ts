import { describe, expect, it } from 'vitest';
import type { Change, ChangeField } from '../model/change.ts';
import type { Field } from '../model/field.ts';
import type { FieldId } from '../model/ids.ts';
import type { CustomValue, Issue, IssueLink, Version } from '../model/issue.ts';
import { dataset, issue, issueType, sprint, user } from '../testing/builders.ts';
import { datasetFromText, instantFromText } from '../testing/issues-from-text.ts';
import { plainIssue } from '../testing/plain-issue.ts';
import { DAY } from '../time/units.ts';
import { datasetAt } from './dataset-at.ts';
import { namesOfToday } from './of-today.ts';

type Ends = readonly [id: string | null, text: string | null];

const MONDAY = instantFromText('Mon 12:00');
const TUESDAY = MONDAY + DAY;
const WEDNESDAY = TUESDAY + DAY;

const change = (
  field: ChangeField,
  from: string | null,
  to: string | null,
  init: Partial<Change> = {},
): Change => ({
  at: WEDNESDAY,
  historyId: '1',
  author: null,
  field,
  fieldId: null,
  fieldName: field,
  from,
  fromText: from,
  to,
  toText: to,
  ...init,
});

const past = (today: Partial<Issue>, changes: readonly Change[]): Issue => {
  const plain = issue({ created: MONDAY, updated: WEDNESDAY, ...today, changes });
  // A spread leaves out members that are computed, as those of columns.
  const computed: Issue = Object.create(plain, { plain: { value: () => plain } });
  return datasetAt(dataset([computed]), TUESDAY, []).issues[0] as Issue;
};

const version = (id: string, releaseDay: number | null = null) =>
  ({ id, name: id, released: releaseDay !== null, archived: false, releaseDay }) as Version;

it('has issues as they were', () => {
  const today = datasetFromText(`
    A-1 @ana 3pt | Mon started | Tue 8pt, @ben | Wed done | Thu reopened
    A-2 created:Wed
  `);
  const { issues } = datasetAt(today, instantFromText('Wed 18:00'), ['status']);
  expect(issues).toMatchObject([
    { key: 'A-1', status: { name: 'Done' }, points: 8, assignee: { name: 'Ben' } },
    { key: 'A-2', status: { name: 'To Do' } },
  ]);
  expect(issues[0]?.resolved).toBe(instantFromText('Wed 12:00'));
  expect(issues[0]?.changes.map(({ field }) => field)).toEqual(['status', 'status']);
  const earlier = datasetAt(today, instantFromText('Mon 18:00'), []).issues;
  expect(earlier).toMatchObject([
    { key: 'A-1', status: { name: 'In Progress' }, points: 3, assignee: { name: 'Ana' } },
  ]);
  expect(earlier[0]).toMatchObject({ resolved: null, resolution: null, changes: [] });
});

describe('takes back', () => {
  it('lists whose changes name one item', () => {
    const changes = [change('fixVersion', null, '2'), change('fixVersion', '1', null)];
    const { fixVersions } = past({ fixVersions: [version('2'), version('3')] }, changes);
    expect(fixVersions.map(({ id }) => id)).toEqual(['3', '1']);
    const { components } = past({ components: [{ id: '7', name: 'API' }] }, [
      change('components', null, '7'),
    ]);
    expect(components).toEqual([]);
  });

  it('labels, due date, priority, flag and times', () => {
    const { labels, due, priority, flagged, spentSeconds } = past(
      { labels: ['new'], flagged: true, spentSeconds: 7200 },
      [
        change('labels', null, null, { fromText: 'a b', toText: 'new' }),
        change('due', '2026-03-10', null),
        change('priority', '2', '3'),
        change('flagged', null, 'Impediment'),
        change('timeSpent', '3600', '7200'),
      ],
    );
    expect({ labels, priority, flagged, spentSeconds }).toEqual({
      labels: ['a', 'b'],
      priority: { id: '2', name: '2', iconUrl: null },
      flagged: false,
      spentSeconds: 3600,
    });
    expect((due as number) * DAY).toBe(Date.UTC(2026, 2, 10));
  });

  it('worklogs that were entered later, whenever the work was done', () => {
    const log = (id: string, created: number | null, started: number) => {
      return { id, created, started, spentSeconds: 60, author: null, comment: '' };
    };
    const worklogs = [
      log('entered later', WEDNESDAY, MONDAY),
      log('undated', null, MONDAY + 1),
      log('known', TUESDAY - 5, TUESDAY - 10),
      log('in advance', TUESDAY - 3, WEDNESDAY),
      log('undated, later', null, WEDNESDAY),
    ];
    const then = past({ worklogs }, []);
    expect(then.worklogs.map(({ id }) => id)).toEqual(['undated', 'known', 'in advance']);
    expect(then.updated).toBe(TUESDAY - 3);
  });

  it('epic links and parents', () => {
    const epic = { id: null, key: 'E-2' as Issue['key'], summary: null, level: 1 };
    const link = change('parent', null, null, { fieldName: 'Epic Link', fromText: 'E-1' });
    const { parent } = past({ parent: epic, epic }, [link]);
    expect(parent).toMatchObject({ key: 'E-1', level: 1 });
    const moved = change('parent', '50', '51', { fromText: 'A-5' });
    expect(past({ type: issueType('Sub-task'), parent: epic }, [moved])).toMatchObject({
      parent: { id: '50', key: 'A-5' },
      epic: null,
    });
  });

  it('Parent Link, which names no epic and gives way to one', () => {
    const link = change('parent', '7', null, { fieldName: 'Parent Link', fromText: 'TH-1' });
    const parents = (...issue: Parameters<typeof past>) => {
      const { parent, epic } = past(...issue);
      return [parent?.key, epic?.key];
    };
    expect(parents({}, [link])).toEqual(['TH-1', undefined]);
    const epic = { id: null, key: 'E-1' as Issue['key'], summary: null, level: 1 };
    expect(parents({ parent: epic, epic }, [link])).toEqual(['E-1', 'E-1']);
    const theme = { id: null, key: 'TH-2' as Issue['key'], summary: null, level: null };
    const added = change('parent', null, '9', { fieldName: 'Parent Link', toText: 'TH-2' });
    expect(parents({ parent: theme }, [added])).toEqual([undefined, undefined]);
  });

  it('custom numbers', () => {
    const size = 'customfield_1' as FieldId;
    const of = change('points', null, null, { fieldId: size, fromText: '3' });
    expect(past({ custom: new Map([[size, 5]]) }, [of]).custom.get(size)).toBe(3);
  });

  it.each<
    [kind: string, field: Partial<Field>, now: CustomValue, from: Ends, to: Ends, was: unknown]
  >([
    ['an option', { type: 'option' }, 'Asia', ['10', 'Europe'], ['11', 'Asia'], 'Europe'],
    ['no option', { type: 'option' }, 'Asia', [null, null], ['11', 'Asia'], null],
    [
      'options whose names have commas',
      { type: 'array', items: 'option' },
      ['A, B'],
      ['[10, 12]', 'A, B,C'],
      ['[10]', 'A, B'],
      'unknown',
    ],
    [
      'options',
      { type: 'array', items: 'option' },
      null,
      ['[10, 12]', 'iOS,Android'],
      ['', ''],
      ['iOS', 'Android'],
    ],
    [
      'two levels',
      { type: 'option-with-child' },
      'Asia',
      [null, 'Parent values: Asia (east)(10)Level 1 values: Japan(12)'],
      [null, 'Parent values: Asia(11)'],
      'Asia (east) - Japan',
    ],
    [
      'a date',
      { type: 'date' },
      '2026-03-12',
      ['2026-03-10', '10/Mar/26'],
      ['2026-03-12', '12/Mar/26'],
      '2026-03-10',
    ],
    [
      'labels',
      {
        type: 'array',
        items: 'string',
        customType: 'com.atlassian.jira.plugin.system.customfieldtypes:labels',
      },
      ['red'],
      [null, 'red green'],
      [null, 'red'],
      ['red', 'green'],
    ],
    ['a text of an unknown kind', { type: null }, 'now', [null, 'then'], [null, 'now'], 'then'],
    [
      'what cannot be read',
      { type: 'any' },
      'Now shown otherwise',
      ['1', 'a'],
      ['2', 'b'],
      'unknown',
    ],
  ])('custom fields: %s', (_, kind, now, from, to, was) => {
    const id = 'customfield_2' as FieldId;
    const named = { id, name: 'Region', custom: true, type: null, items: null, customType: null };
    const step = change('custom', from[0], to[0], {
      fieldId: null,
      fieldName: 'Region',
      fromText: from[1],
      toText: to[1],
    });
    const init = { created: MONDAY, updated: WEDNESDAY, custom: new Map([[id, now]]) };
    const today = {
      ...dataset([issue({ ...init, changes: [step] })]),
      fields: [{ ...named, ...kind }],
    };
    const value = datasetAt(today, TUESDAY, []).issues[0]?.custom.get(id);
    const needs = { parts: [], customFields: [id] };
    expect(namesOfToday(today, needs, TUESDAY)).toEqual(was === 'unknown' ? ['Region'] : []);
    expect(value).toEqual(was === 'unknown' ? now : was);
    expect(namesOfToday(today, needs, WEDNESDAY)).toEqual([]);
  });

  it('the name that an option or a person has today', () => {
    const id = 'customfield_2' as FieldId;
    const field = {
      id,
      name: 'Region',
      custom: true,
      type: 'option',
      items: null,
      customType: null,
    };
    const step = (from: Ends, to: Ends) =>
      change('custom', from[0], to[0], { fieldId: id, fromText: from[1], toText: to[1] });
    const at = { created: MONDAY, updated: WEDNESDAY };
    const one = issue({
      ...at,
      key: 'A-1',
      custom: new Map([[id, 'EMEA']]),
      changes: [step([null, null], ['10', 'Europe'])],
    });
    const two = issue({
      ...at,
      key: 'A-2',
      custom: new Map([[id, null]]),
      changes: [step(['10', 'Europe'], [null, null])],
    });
    const [, then] = datasetAt({ ...dataset([one, two]), fields: [field] }, TUESDAY, []).issues;
    expect(then?.custom.get(id)).toBe('EMEA');
  });

  it('states of sprints and versions', () => {
    const running = sprint({ id: 1, start: MONDAY, end: WEDNESDAY, complete: WEDNESDAY });
    const later = sprint({ id: 2, start: WEDNESDAY, end: null, complete: null });
    const day = WEDNESDAY / DAY;
    const { sprints, fixVersions } = past(
      { sprints: [running, later], fixVersions: [version('1', Math.ceil(day))] },
      [],
    );
    expect(sprints.map(({ state, complete }) => [state, complete])).toEqual([
      ['active', null],
      ['future', null],
    ]);
    expect(fixVersions[0]?.released).toBe(false);
  });
});

it('has links to issues that existed, with their status of then', () => {
  const data = datasetFromText('A-1 | Wed done\nA-2 created:Thu\nA-3');
  const [one, two] = data.issues as [Issue, Issue];
  const linkTo = ({ id, key, type, status }: Issue): IssueLink => ({
    kind: 'blocked-by',
    description: 'is blocked by',
    otherId: id,
    otherKey: key,
    otherType: type.name,
    otherStatus: status,
  });
  const linked = data.issues.map(each =>
    each.key === 'A-3' ? { ...each, links: [linkTo(one), linkTo(two)] } : each,
  );
  const { issues } = datasetAt({ ...data, issues: linked }, TUESDAY, []);
  expect(issues.at(-1)?.links).toMatchObject([{ otherKey: 'A-1', otherStatus: { name: 'To Do' } }]);
});

it('finds a parent by a key of before, wherever it was moved since', () => {
  const at = { created: MONDAY, updated: WEDNESDAY };
  const moved = (from: string, to: string) =>
    change('key', null, null, { at: WEDNESDAY, fromText: from, toText: to });
  const epic = issue({ ...at, key: 'NEW-1', changes: [moved('OLD-1', 'NEW-1')] });
  const left = change('parent', null, null, { at: WEDNESDAY, fromText: 'OLD-1', toText: null });
  const child = issue({ ...at, key: 'A-1', parent: null, epic: null, changes: [left] });
  const [, then] = datasetAt(dataset([epic, child]), TUESDAY, []).issues;
  expect([then?.parent?.key, then?.parent?.id]).toEqual(['NEW-1', epic.id]);
});

it('shares what has not changed', () => {
  const ana = user('Ana');
  const today = dataset([issue({ created: MONDAY, updated: MONDAY, assignee: ana })]);
  const [then] = datasetAt(today, TUESDAY, ['status']).issues as [Issue];
  expect(then.assignee).toBe(ana);
  expect(plainIssue(then)).toEqual(today.issues[0]);
});
