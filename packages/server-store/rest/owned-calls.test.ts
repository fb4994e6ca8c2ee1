import {
  type DemoReplica,
  openDemoReplica,
} from '@tallyboard/replica/rest/testing/demo-replica.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { serverResources } from './resources.ts';

let demo: DemoReplica;
let others: readonly string[];
beforeAll(async () => {
  const store = await openStore({ memory: true });
  demo = await openDemoReplica({ size: 50, store, resources: serverResources(store) });
  const users = await demo.store.catalogue.all('user');
  others = users.slice(2, 5).map(({ id }) => id);
});
afterAll(() => demo.close());

const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  user?: string,
) => {
  const reply = await demo.app.inject({
    method,
    url,
    headers: user === undefined ? {} : { 'x-replica-user': user },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, json: reply.body === '' ? null : reply.json() };
};

/** A definition, another one, and the member of the list. */
const KINDS = [
  [
    'saved-reports',
    'reports',
    { view: { tab: 'custom', selector: 25, settings: { bars: 3 }, jql: 'project = WEB' } },
    { view: { tab: 'custom', jql: '' } },
  ],
  [
    'board-sets',
    'sets',
    { unit: 'points', members: [{ board: 1 }, { jql: 'project = APP' }] },
    { members: [{ board: 2 }] },
  ],
] as const;

let last = 0;

describe.each(KINDS)('%s', (path, members, definition, other) => {
  const list = `/replica/${path}`;
  const create = async () => {
    const url = `${list}/item${++last}abc`;
    const { status, json } = await ask('PUT', url, { version: 0, name: ' Weekly ', ...definition });
    expect(status).toBe(201);
    return { url, item: json };
  };

  test('one is saved, listed, changed and deleted, and comes back under its id', async () => {
    const { url, item } = await create();
    expect(item).toMatchObject({
      name: 'Weekly',
      version: 1,
      mine: true,
      manageable: true,
      ...definition,
    });
    expect((await ask('GET', list)).json[members]).toContainEqual(item);
    const changed = await ask('PUT', url, { version: 1, ...other });
    expect(changed.json).toMatchObject({ name: 'Weekly', version: 2, ...other });
    expect((await ask('DELETE', url)).status).toBe(204);
    expect((await ask('GET', url)).status).toBe(404);
    expect((await ask('PUT', url, { ...item, version: 0 })).json).toEqual(item);
  });

  test('a write of an outdated version is 409 with the current one, one without a version 400', async () => {
    const { url } = await create();
    await ask('PUT', url, { version: 1, name: 'First' });
    expect(await ask('PUT', url, { version: 1, name: 'Second' })).toMatchObject({
      status: 409,
      json: { current: { name: 'First', version: 2 } },
    });
    expect((await ask('PUT', url, { version: 0, name: 'Third' })).status).toBe(409);
    expect((await ask('PUT', url, { name: 'Blind' })).status).toBe(400);
  });

  test('a stranger sees nothing, a share gives what it says, and only the owner shares and deletes', async () => {
    const [viewer = '', editor = '', stranger = ''] = others;
    const { url } = await create();
    const shares = [
      { kind: 'account', name: viewer, edit: false },
      { kind: 'account', name: editor, edit: true },
    ];
    await ask('PUT', url, { version: 1, shares });
    expect((await ask('GET', url, undefined, stranger)).status).toBe(404);
    expect((await ask('GET', list, undefined, stranger)).json[members]).toEqual([]);
    const taken = await ask('PUT', url, { version: 0, name: 'Mine' }, stranger);
    expect([taken.status, taken.json.current]).toEqual([409, undefined]);
    const seen = (await ask('GET', url, undefined, viewer)).json;
    expect(seen).toMatchObject({
      mine: false,
      editable: false,
      manageable: false,
      ...definition,
    });
    expect((await ask('PUT', url, { version: 2, name: 'No' }, viewer)).status).toBe(403);
    expect((await ask('PUT', url, { version: 2, name: 'Yes' }, editor)).json.name).toBe('Yes');
    expect((await ask('PUT', url, { version: 3, shares: [] }, editor)).status).toBe(403);
    expect((await ask('DELETE', url, undefined, editor)).status).toBe(403);
    expect((await ask('GET', list, undefined, 'anonymous')).status).toBe(401);
  });
});
