/** Readers whom Jira lacks or has deactivated, and rights by application, of both kinds of Jira. */
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { MAX_ACCESS_AGE_MS, readerAccess } from '@tallyboard/server-store/mirror-readers.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from './connect.ts';
import type { Mirror } from './context.ts';
import { openMirror } from './open.ts';
import { refreshAccess } from './readers.ts';
import { mirrorRound } from './round.ts';
import { openSource, type Source } from './testing/source.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const status = { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } };
const issue = (id: string, key: string, fields: object): StoreRecord => ({
  kind: 'issue',
  value: {
    id,
    key,
    fields: {
      summary: id,
      project: { id: '100', key: 'WEB', name: 'Web' },
      issuetype: { id: '10', name: 'Task' },
      status,
      created: '2026-06-01T00:00:00.000+0000',
      updated: '2026-06-01T00:00:00.000+0000',
      ...fields,
    },
    changelog: { total: 0, histories: [] },
  },
});
const grant = (permission: string, holder: object) => ({ id: 1, permission, holder });
const person = (accountId: string, groups: string[] = []): StoreRecord => ({
  kind: 'user',
  value: { accountId, displayName: accountId, active: true, groups },
});
const group = (name: string, members: string[]): StoreRecord => ({
  kind: 'group',
  value: { name, groupId: name, members },
});
const agents = {
  id: 'jira-servicedesk',
  key: 'jira-servicedesk',
  name: 'Jira Service Desk',
  groups: ['agents'],
};
const level = { id: '501', name: 'Agents', members: [] as object[] };
const records: StoreRecord[] = [
  { kind: 'site', value: { currentUser: 'admin', timeZone: 'UTC' } },
  person('admin', ['jira-administrators']),
  ...['ana', 'ben', 'cid'].map(name => person(name)),
  group('jira-administrators', ['admin']),
  group('agents', ['ben']),
  { kind: 'applicationRole', value: agents },
  { kind: 'project', value: { id: '100', key: 'WEB', name: 'Web' } },
  { kind: 'project', value: { id: '200', key: 'DESK', name: 'Desk' } },
  {
    kind: 'permissionScheme',
    value: {
      id: '0',
      name: 'Default',
      permissions: [
        grant('BROWSE_PROJECTS', { type: 'applicationRole' }),
        grant('ADMINISTER_PROJECTS', { type: 'group', parameter: 'jira-administrators' }),
      ],
    },
  },
  {
    kind: 'permissionScheme',
    value: {
      id: '1',
      name: 'Desk',
      permissions: [
        grant('BROWSE_PROJECTS', { type: 'applicationRole', parameter: agents.key }),
        grant('BROWSE_PROJECTS', { type: 'user', parameter: 'admin' }),
        grant('BROWSE_PROJECTS', { type: 'sd.customer.portal.only' }),
        grant('ADMINISTER_PROJECTS', { type: 'group', parameter: 'jira-administrators' }),
      ],
    },
  },
  {
    kind: 'securityScheme',
    value: {
      id: '50',
      name: 'Levels',
      levels: [{ ...level, members: [{ id: '1', holder: { type: 'user', parameter: 'admin' } }] }],
    },
  },
  ...['100', '200'].map(
    (id): StoreRecord => ({
      kind: 'projectAccess',
      value: { id, permissionScheme: id === '100' ? '0' : '1', securityScheme: '50', roles: {} },
    }),
  ),
  issue('1', 'WEB-1', {}),
  issue('2', 'WEB-2', { security: { id: '501', name: 'Agents' } }),
  issue('3', 'DESK-3', { project: { id: '200', key: 'DESK', name: 'Desk' } }),
];

describe.each(['cloud', 'data-center'] as const)('a reader of a mirror of %s', flavour => {
  let source: Source;
  let copy: Store;
  let mirror: Mirror;
  let now = Date.now();

  beforeAll(async () => {
    process.env.TALLYBOARD_TOKEN = 'token-of-the-mirror';
    source = await openSource(records, { flavour, now: asOf });
    copy = await openStore({ memory: true });
    const { signal } = new AbortController();
    const settings = { jql: 'created > "1970-01-01"', shrink: false, signal };
    const silent = { onProgress: () => {}, say: () => {} };
    mirror = await openMirror(copy, await connect(source.url, signal), settings, 'copy', silent);
    await mirrorRound(mirror);
  });
  afterAll(async () => {
    delete process.env.TALLYBOARD_TOKEN;
    await copy.close();
    await source.close();
  });

  const seenBy = async (userId: string) => {
    await readerAccess(copy, userId, now);
    await refreshAccess(mirror, now);
    const { visibility, why } = await readerAccess(copy, userId, now);
    const viewer = { userId, zone: 'UTC' };
    const reader = copy.as(userId, visibility);
    const { ids } = await reader.jql.search({ jql: 'ORDER BY key', viewer, now: asOf });
    return { keys: (await reader.issues.documents(ids)).map(({ key }) => key), why };
  };

  test('sees what is granted to an application as a member of its groups alone', async () => {
    expect(await seenBy('ana')).toEqual({ keys: ['WEB-1'], why: null });
    expect(await seenBy('ben')).toEqual({ keys: ['DESK-3', 'WEB-1'], why: null });
    const { keys } = await seenBy('admin');
    expect(keys).toEqual(['DESK-3', 'WEB-1', ...(flavour === 'cloud' ? ['WEB-2'] : [])]);
  });

  test('whom Jira does not have sees nothing', async () => {
    const { keys, why } = await seenBy('ghost');
    expect([keys, why]).toEqual([[], "Jira has no active user 'ghost'. Ask an administrator."]);
  });

  test('who is deactivated sees nothing after five minutes', async () => {
    expect((await seenBy('cid')).keys).toEqual(['WEB-1']);
    const { document } = (await source.store.catalogue.get('user', 'cid')) ?? {};
    await source.store.catalogue.save('user', 'cid', { ...document, active: false });
    now += MAX_ACCESS_AGE_MS - 60_000;
    expect((await seenBy('cid')).keys).toEqual([]);
    expect((await seenBy('ana')).keys).toEqual(['WEB-1']);
    await source.store.catalogue.save('user', 'cid', { ...document, active: true });
    now += MAX_ACCESS_AGE_MS - 60_000;
    expect((await seenBy('cid')).keys).toEqual(['WEB-1']);
  });

  test('sees nothing while Jira cannot be asked for users', async () => {
    now += MAX_ACCESS_AGE_MS;
    source.refuses = { paths: /\/user(\/bulk)?$/, status: 403 };
    expect((await seenBy('ana')).keys).toEqual([]);
    source.refuses = null;
    expect((await seenBy('ana')).keys).toEqual(['WEB-1']);
  });
});
