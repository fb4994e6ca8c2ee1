/**
 * What Jira hides from a reader of a copy of one project: of an issue of another project to which a visible one links, a security
 * level of an application, a board over a private filter, and everything from users who are unknown or deactivated.
 */
import { readFileSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordIssue, StoreRecord } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import type { ReplicaFlavour } from './api.ts';
import { replica } from './replica.ts';

const file = new URL('../../../fixtures/cases/hidden-from-readers/records.json', import.meta.url);
const records: StoreRecord[] = JSON.parse(readFileSync(file, 'utf8'));
const HIDDEN = /SECRET-[A-Z-]+|SEC-\d+/g;

let store: Store;
const apps = new Map<ReplicaFlavour, FastifyInstance>();

beforeAll(async () => {
  store = await openStore({ memory: true });
  expect((await store.ingest(records)).problems).toEqual([]);
  for (const flavour of ['cloud', 'data-center'] as const) {
    const app = fastify();
    await app.register(replica, { store, flavour, now: () => Date.parse('2026-01-05') });
    apps.set(flavour, app);
  }
});
afterAll(async () => {
  for (const app of apps.values()) await app.close();
  await store.close();
});

async function bodyFor(
  flavour: ReplicaFlavour,
  user: string,
  url: string,
  payload?: object,
): Promise<string> {
  const reply = await apps.get(flavour)?.inject({
    method: payload ? 'POST' : 'GET',
    url,
    headers: { 'x-replica-user': user },
    ...(payload && { payload }),
  });
  return reply?.body ?? '';
}

const search = { jql: 'created > "2000-01-01"', fields: ['*all'], expand: 'changelog' };
const CALLS: readonly [ReplicaFlavour, string, object?][] = [
  ['cloud', '/rest/api/3/issue/WEB-1?expand=changelog,names'],
  ['cloud', '/rest/api/3/issue/WEB-3'],
  ['cloud', '/rest/api/3/search/jql', search],
  [
    'cloud',
    '/rest/api/3/issue/bulkfetch',
    { issueIdsOrKeys: ['WEB-1', 'WEB-3'], fields: ['*all'] },
  ],
  ['cloud', '/rest/api/3/jql/autocompletedata/suggestions?fieldName=sprint&fieldValue=SEC'],
  ['cloud', '/browse/WEB-1'],
  ...(['cloud', 'data-center'] as const).flatMap((flavour): [ReplicaFlavour, string][] => [
    [flavour, '/rest/api/2/issue/WEB-1?expand=changelog'],
    [flavour, '/rest/agile/1.0/board'],
    [flavour, '/rest/agile/1.0/board/90'],
    [flavour, '/rest/agile/1.0/board/90/configuration'],
    [flavour, '/rest/agile/1.0/board/90/sprint'],
    [flavour, '/rest/agile/1.0/sprint/9001'],
    [flavour, '/rest/agile/1.0/issue/WEB-1'],
  ]),
  ['data-center', '/rest/api/2/search?expand=changelog'],
];

test.each(CALLS)('%s %s names nothing hidden', async (flavour, url, payload) => {
  expect((await bodyFor(flavour, 'reader', url, payload)).match(HIDDEN)).toBeNull();
});

test.each([
  ['reader', 1],
  ['left', 0],
  ['nobody', 0],
])('%s finds %i issues', async (user, count) => {
  const viewer = { userId: user, zone: 'UTC' };
  const reader = store.as(user);
  expect(await reader.jql.count({ jql: '', viewer, now: 0 })).toBe(count);
  expect((await reader.catalogue.all('project')).length).toBe(count);
});

test('an application role with a parameter is held by members of its groups', async () => {
  const sees = async (user: string) =>
    (await store.as(user).issues.ids(['WEB-3'])).some(id => id !== null);
  expect(await sees('admin')).toBe(false);
  const value = {
    id: 'jira-servicedesk',
    key: 'jira-servicedesk',
    name: 'Service',
    groups: ['admins'],
  };
  await store.ingest([{ kind: 'applicationRole', value }]);
  expect([await sees('admin'), await sees('reader')]).toEqual([true, false]);
});

describe('names of issues that are not stored', () => {
  const issueWith = (fields: object, items: object[] = []): StoreRecord => {
    const base = records.find(({ value }) => (value as RecordIssue).key === 'WEB-1')
      ?.value as RecordIssue;
    const { issuelinks: _, customfield_10900: _parent, ...rest } = base.fields;
    const created = '2026-01-03T00:00:00.000+0000';
    const histories = items.map((item, at) => ({ id: String(at + 1), created, items: [item] }));
    return {
      kind: 'issue',
      value: {
        id: '4',
        key: 'WEB-4',
        fields: { ...rest, ...fields },
        changelog: { total: items.length, histories: histories as never },
      },
    };
  };
  const fieldOf = (id: string, schema: object): StoreRecord => ({
    kind: 'field',
    value: { id, name: id, custom: true, schema },
  });
  const own = (type: string) => `com.atlassian.jira.plugin.system.customfieldtypes:${type}`;
  const fields = [
    fieldOf('customfield_1', { type: 'any', custom: 'com.example:issues' }),
    fieldOf('customfield_2', { type: 'string', custom: 'com.example:issue' }),
    fieldOf('customfield_3', { type: 'string', custom: own('textarea') }),
    fieldOf('customfield_4', { type: 'option', custom: own('select') }),
    fieldOf('customfield_6', { type: 'team', custom: 'com.example:team' }),
    fieldOf('customfield_5', { type: 'any', custom: 'com.pyxis.greenhopper.jira:gh-epic-link' }),
  ];
  const shown = async (record: StoreRecord) => {
    await store.ingest([...fields, record]);
    const reader = store.as('reader');
    const [document] = await reader.issues.documents(['4']);
    const { items } = await reader.histories.page({ issueIds: ['4'] });
    return { fields: document?.fields ?? {}, items: items.flatMap(entry => entry.items) };
  };

  test.each([
    ['customfield_1', { deep: [{ deeper: { key: 'sec-1', summary: 'S' } }] }, null],
    ['customfield_1', ['SEC-1', 'WEB-1'], ['WEB-1']],
    ['customfield_1', ['SEC-1'], null],
    ['customfield_1', 'https://jira.example.com/browse/SEC-1', null],
    [
      'customfield_1',
      { key: 'WEB-1', summary: 'Part SEC-9' },
      { key: 'WEB-1', summary: 'Part SEC-9' },
    ],
    ['customfield_1', { 'SEC-1': true }, null],
    ['customfield_1', { id: '2', fields: { summary: 'S' } }, null],
    ['customfield_2', 'sec-1', null],
    ['customfield_6', { key: 'SEC-1' }, null],
    ['customfield_5', 'SEC-1', null],
    ['customfield_999', { issue: 'SEC-1' }, null],
    // Written by people: as in Jira.
    ['customfield_3', 'As UTF-8, see SEC-1', 'As UTF-8, see SEC-1'],
    ['customfield_4', { id: '1', value: 'Q3-2026' }, { id: '1', value: 'Q3-2026' }],
    ['summary', 'After SEC-1', 'After SEC-1'],
  ])('%s: %j', async (id, value, expected) => {
    expect((await shown(issueWith({ [id]: value }))).fields[id] ?? null).toEqual(expected);
  });

  test.each([{ key: 'SEC-1' }, {}])('parents, sub-tasks and links %j', async name => {
    const other = { id: '2', ...name, fields: { summary: 'SECRET' } };
    const { fields: values } = await shown(
      issueWith({
        parent: other,
        subtasks: [other],
        issuelinks: [{ type: { name: 'Blocks' }, inwardIssue: other }],
        epic: { id: 2, key: 'SEC-1', name: 'SECRET' },
      }),
    );
    const { parent, subtasks, issuelinks, epic } = values;
    expect([parent, subtasks, issuelinks, epic]).toEqual([undefined, [], [], null]);
  });

  test.each<[object, boolean]>([
    [{ field: 'Link', to: 'SEC-1', toString: 'This issue blocks SEC-1' }, false],
    [{ field: 'Link', to: 'WEB-1', toString: 'This issue blocks WEB-1' }, true],
    [{ field: 'Parent', from: '2', fromString: 'SEC-1' }, false],
    [{ field: 'IssueParentAssociation', to: '2' }, false],
    [{ field: 'IssueParentAssociation', to: '1' }, true],
    [{ field: 'Epic Link', to: '2', toString: 'sec-1' }, false],
    [{ field: 'customfield_1', toString: '[SEC-1]' }, false],
    [{ field: 'summary', fromString: 'SEC-1', toString: 'Other' }, true],
    [{ field: 'labels', toString: 'SHA-256' }, true],
    [{ field: 'customfield_4', toString: 'Q3-2026' }, true],
    // The issue's own former key.
    [{ field: 'Key', fromString: 'OLD-9', toString: 'WEB-4' }, true],
  ])('a change %j is shown: %s', async (item, isShown) => {
    const whole = { fieldtype: 'jira', from: null, fromString: null, to: null, toString: null };
    const { items } = await shown(issueWith({}, [{ ...whole, ...item }]));
    expect(items.length).toBe(isShown ? 1 : 0);
  });
});

test('queries and suggestions do not tell of keys in custom fields', async () => {
  const field = { type: 'any', custom: 'com.example:issues' };
  const base = records.find(({ value }) => (value as RecordIssue).key === 'WEB-1');
  const issueWith = (id: string, value: unknown, name = 'customfield_7'): StoreRecord => {
    const issue = structuredClone(base?.value) as RecordIssue;
    Object.assign(issue.fields, { [name]: value });
    return { kind: 'issue', value: { ...issue, id, key: `WEB-${id}` } };
  };
  const textOf = (id: string, text: string) => issueWith(id, text, 'customfield_8');
  await store.ingest([
    { kind: 'field', value: { id: 'customfield_7', name: 'Origin', custom: true, schema: field } },
    issueWith('71', ['SEC-1']),
    issueWith('72', { key: 'SEC-1', name: 'Secret' }),
    issueWith('73', ['WEB-1', 'in-progress', 'Text of sec-1']),
    {
      kind: 'field',
      value: {
        id: 'customfield_8',
        name: 'Cause',
        custom: true,
        schema: { type: 'string', custom: 'com.example:issue' },
      },
    },
    textOf('74', 'SEC-1: Acquisition'),
    textOf('75', 'Acquisition'),
  ]);
  const find = async (user: string, clause: string) => {
    const viewer = { userId: user, zone: 'UTC' };
    const jql = `key in (WEB-71, WEB-72, WEB-73, WEB-74, WEB-75) AND ${clause} ORDER BY key`;
    const asked = store.as(user).jql.search({ jql, viewer, now: 0, validation: 'warn' });
    return (await asked).ids;
  };
  const suggested = async (user: string, prefix: string) =>
    (await store.as(user).jql.suggestions('Origin', prefix)).map(({ value }) => value);
  expect(await find('reader', 'Origin = "SEC-1"')).toEqual([]);
  expect(await find('reader', 'Origin is not EMPTY')).toEqual(['73']);
  expect(await find('reader', 'Origin in ("WEB-1", "in-progress")')).toEqual(['73']);
  expect(await find('reader', 'text ~ acquisition')).toEqual(['75']);
  expect(await find('reader', 'Cause ~ "SEC-1"')).toEqual([]);
  expect(await find('reader', 'Cause is not EMPTY')).toEqual(['75']);
  expect(await suggested('reader', 'se')).toEqual([]);
  expect(await suggested('reader', 'te')).toEqual([]);
  expect(await suggested('reader', '')).toEqual(['in-progress', 'WEB-1']);
  const all = store;
  const viewer = { userId: null, zone: 'UTC' };
  const { ids } = await all.jql.search({ jql: 'Origin = SEC-1 ORDER BY key', viewer, now: 0 });
  expect(ids).toEqual(['71', '72']);
  await store.issues.delete(['WEB-71', 'WEB-72', 'WEB-73', 'WEB-74', 'WEB-75']);
});

test('a sprint of a hidden board is shown by a visible issue in it', async () => {
  const field = { type: 'array', custom: 'com.pyxis.greenhopper.jira:gh-sprint' };
  const base = records.find(({ value }) => (value as RecordIssue).key === 'WEB-3');
  const issue = structuredClone(base?.value) as RecordIssue;
  Object.assign(issue, { id: '5', key: 'WEB-5' });
  Object.assign(issue.fields, { security: null, customfield_20: [{ id: 9001 }], summary: 'Seen' });
  const sprints = async () => [
    (await store.as('reader').catalogue.all('sprint')).length,
    await store
      .as('reader')
      .jql.suggestions('sprint', 'SECRET')
      .then(found => found.length),
    (await bodyFor('cloud', 'reader', '/rest/agile/1.0/sprint/9001')).includes('SECRET-SPRINT'),
    (await bodyFor('cloud', 'reader', '/rest/agile/1.0/board')).includes('SECRET-BOARD'),
  ];
  expect(await sprints()).toEqual([0, 0, false, false]);
  await store.ingest([
    { kind: 'field', value: { id: 'customfield_20', name: 'Sprint', custom: true, schema: field } },
    { kind: 'issue', value: issue },
  ]);
  expect(await sprints()).toEqual([1, 1, true, false]);
  const [shown] = await store.as('reader').issues.documents(['5']);
  expect(shown?.fields.customfield_20).toMatchObject([{ name: 'SECRET-SPRINT' }]);
});
