import type { ReplicaFlavour } from '@tallyboard/replica/rest/api.ts';
import {
  type DemoReplica,
  openDemoReplica,
} from '@tallyboard/replica/rest/testing/demo-replica.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { serverResources } from './resources.ts';

const list = '/replica/dashboards';

describe.each<ReplicaFlavour>(['cloud', 'data-center'])('dashboards on %s', flavour => {
  let demo: DemoReplica;
  beforeAll(async () => {
    const store = await openStore({ memory: true });
    const resources = serverResources(store);
    demo = await openDemoReplica({ flavour, size: 50, store, resources });
  });
  afterAll(() => demo.close());

  type Headers = Record<string, string>;
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Headers = {},
  ) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const reply = await demo.app.inject({ method, url, headers, ...payload });
    const json = reply.body === '' ? null : reply.json();
    return { status: reply.statusCode, json, headers: reply.headers };
  };
  const create = async (body: object = { name: 'Team' }) => (await ask('POST', list, body)).json;

  test('the demo has a dashboard of seven gadgets, each with settings', async () => {
    const { json } = await ask('GET', list);
    const [{ id, name, editable }] = json.dashboards;
    expect({ name, editable }).toEqual({ name: 'Lumen Freight at a glance', editable: true });
    const { items } = (await ask('GET', `${list}/${id}`)).json;
    const kinds = items.map(({ moduleKey }: { moduleKey: string }) => moduleKey.split('__')[1]);
    expect(kinds.sort()).toEqual([
      'burn',
      'status',
      'text',
      'time-status',
      'timesheets',
      'tracking',
      'velocity',
    ]);
    for (const item of items) {
      expect(item.settings).toMatchObject({ version: expect.any(Number) });
      const path = `/rest/api/2/dashboard/${id}/items/${item.id}/properties/settings`;
      const settings = (await ask('GET', path)).json.value;
      expect(item.settings.value).toEqual(settings);
      expect(Object.keys(settings).length).toBeGreaterThan(0);
      // Every query of it is one that the site understands.
      if (!settings.jql) continue;
      const found = await ask(
        'GET',
        `/rest/api/2/${flavour === 'cloud' ? 'search/jql' : 'search'}?jql=${encodeURIComponent(settings.jql)}`,
      );
      expect([settings.jql, found.status]).toEqual([settings.jql, 200]);
    }
  });

  test('a dashboard is created, filled, arranged, copied and deleted', async () => {
    const { id, version, mine } = await create({ name: '  Team  ', layout: 'AB' });
    expect({ version, mine }).toEqual({ version: 1, mine: true });
    const gadget = {
      moduleKey: 'x__status',
      title: 'Status',
      properties: { settings: { gType: 1 } },
    };
    const first = (await ask('POST', `${list}/${id}/items`, gadget)).json;
    const second = (await ask('POST', `${list}/${id}/items`, { ...gadget, title: 'B', column: 1 }))
      .json;
    const moved = await ask('PUT', `${list}/${id}`, {
      version: second.version,
      cyclePeriodMs: 1,
      filter: 'project=WEB&period=30',
      items: [{ id: second.itemId, row: 0, column: 0, color: 'red' }],
    });
    expect(moved.json).toMatchObject({
      cyclePeriodMs: 5000,
      filter: 'project=WEB&period=30',
      items: [
        { id: second.itemId, row: 0, column: 0, color: 'red' },
        { id: first.itemId, row: 1, column: 0 },
      ],
    });
    const copy = (await ask('POST', `${list}/${id}/copy`, { name: 'Copy' })).json;
    const { json: copied } = await ask('GET', `${list}/${copy.id}`);
    expect([copied.items.length, copied.filter]).toEqual([2, 'project=WEB&period=30']);
    const refused = await ask('PUT', `${list}/${copy.id}`, { version: copied.version, filter: 1 });
    expect(refused.status).toBe(400);
    const { deleted, items } = (await ask('DELETE', `${list}/${id}/items/${first.itemId}`)).json;
    expect(items).toHaveLength(1);
    const back = await ask('POST', `${list}/${id}/items`, deleted);
    expect(back.json.items[1]).toMatchObject({ title: 'Status', row: 1 });
    expect((await ask('DELETE', `${list}/${copy.id}`)).status).toBe(204);
    expect((await ask('GET', `${list}/${copy.id}`)).status).toBe(404);
  });

  test('an unchanged dashboard is 304, and any change gives a new ETag', async () => {
    const { id } = await create();
    const { itemId } = (await ask('POST', `${list}/${id}/items`, { moduleKey: 'm', title: 'T' }))
      .json;
    const tags = new Set<unknown>();
    const tagNow = async () => {
      const { headers } = await ask('GET', `${list}/${id}`);
      const again = await ask('GET', `${list}/${id}`, undefined, {
        'if-none-match': String(headers.etag),
      });
      expect([again.status, again.json]).toEqual([304, null]);
      tags.add(headers.etag);
    };
    await tagNow();
    await ask('PUT', `/rest/api/2/dashboard/${id}/items/${itemId}/properties/settings`, { a: 1 });
    await tagNow();
    await ask('PUT', `/rest/api/2/dashboard/${id}/items/${itemId}/properties/title`, 'Mine');
    await tagNow();
    await ask('PUT', `/rest/api/2/dashboard/${id}`, { name: 'New' });
    await tagNow();
    expect(tags.size).toBe(4);
    expect((await ask('GET', `${list}/${id}`)).json).toMatchObject({
      name: 'New',
      items: [{ title: 'Mine' }],
    });
  });

  test('an outdated write is 409 with the current dashboard, one without a version 400', async () => {
    const { id, version } = await create();
    await ask('PUT', `${list}/${id}`, { version, name: 'First' });
    const late = await ask('PUT', `${list}/${id}`, { version, name: 'Second' });
    expect(late).toMatchObject({ status: 409, json: { current: { name: 'First', version: 2 } } });
    expect((await ask('PUT', `${list}/${id}`, { name: 'Blind' })).status).toBe(400);
  });

  test("Jira's properties: the last write wins unless If-Match names a version", async () => {
    const { id } = await create();
    const { itemId } = (await ask('POST', `${list}/${id}/items`, { moduleKey: 'm', title: 'T' }))
      .json;
    const path = `/rest/api/2/dashboard/${id}/items/${itemId}/properties/settings`;
    const settingsNow = async () => (await ask('GET', `${list}/${id}`)).json.items[0].settings;
    expect(await settingsNow()).toBeNull();
    expect((await ask('PUT', path, { n: 1 }, { 'if-match': '"0"' })).status).toBe(201);
    expect(await settingsNow()).toEqual({ value: { n: 1 }, version: 1 });
    const { etag } = (await ask('GET', path)).headers;
    await ask('PUT', path, { n: 2 });
    const late = await ask('PUT', path, { n: 3 }, { 'if-match': String(etag) });
    expect(late).toMatchObject({
      status: 409,
      headers: { etag: '"2"' },
      json: { value: { n: 2 } },
    });
    expect((await ask('PUT', path, { n: 3 }, { 'if-match': '"2"' })).status).toBe(200);
    expect(await settingsNow()).toEqual({ value: { n: 3 }, version: 3 });
  });

  test('only the owner changes a dashboard, unless it is shared', async () => {
    const own = await create({ name: 'Own' });
    const shared = await create({ name: 'Shared', shared: true });
    const users = await demo.store.catalogue.all('user');
    const somebody = users.find(user => user.id !== own.ownerId && user.document.active !== false);
    const as = { 'x-replica-user': users[3]?.id ?? somebody?.id ?? '' };
    const rename = (id: string) => ask('PUT', `${list}/${id}`, { version: 1, name: 'Mine' }, as);
    expect((await rename(own.id)).status).toBe(404);
    expect((await rename(shared.id)).json).toMatchObject({ name: 'Mine', mine: false });
    expect((await ask('DELETE', `${list}/${own.id}`, undefined, as)).status).toBe(404);
    expect((await ask('GET', list, undefined, { 'x-replica-user': 'anonymous' })).status).toBe(401);
  });

  test.each([
    [{ name: ' ' }, 'The name is missing.'],
    [{ name: 'x'.repeat(256) }, 'longer than 255'],
    [{ name: 'x', layout: 'AAAA' }, 'no such layout'],
    [[], 'Invalid request payload'],
  ])('%j is refused', async (body, message) => {
    const reply = await ask('POST', list, body);
    expect(reply.status).toBe(400);
    expect(reply.json.errorMessages[0]).toContain(message);
  });
});
