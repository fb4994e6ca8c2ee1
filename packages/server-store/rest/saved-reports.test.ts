import {
  type DemoReplica,
  openDemoReplica,
} from '@tallyboard/replica/rest/testing/demo-replica.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { serverResources } from './resources.ts';

const list = '/replica/saved-reports';
const view = { tab: 'custom', selector: 25, settings: { bars: 3 }, jql: 'project = WEB' };

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

let last = 0;
const create = async (body: object = {}) => {
  const url = `${list}/report${++last}abc`;
  const { status, json } = await ask('PUT', url, { version: 0, name: ' Weekly ', view, ...body });
  expect(status).toBe(201);
  return { url, report: json };
};

test('favourites belong to the reader', async () => {
  const [viewer = '', , stranger = ''] = others;
  const { url } = await create({ shares: [{ kind: 'account', name: viewer, edit: false }] });
  const isFavourite = async (user?: string) =>
    (await ask('GET', url, undefined, user)).json.favourite;
  expect((await ask('PUT', `${url}/favourite`, undefined, viewer)).status).toBe(204);
  expect([await isFavourite(), await isFavourite(viewer)]).toEqual([false, true]);
  expect((await ask('DELETE', `${url}/favourite`, undefined, viewer)).status).toBe(204);
  expect(await isFavourite(viewer)).toBe(false);
  expect((await ask('PUT', `${url}/favourite`, undefined, stranger)).status).toBe(404);
});

test('administrators of a project choose its start page, which others see where it is shared', async () => {
  const start = '/replica/projects/WEB/start-report';
  const everyone = [{ kind: 'everyone', name: '', edit: false }];
  const { url, report } = await create({ shares: everyone });
  expect((await ask('GET', start)).json).toEqual({ report: null, editable: true });
  expect((await ask('PUT', start, { report: 'none0000' })).status).toBe(400);
  expect((await ask('PUT', start, { report: report.id })).status).toBe(204);
  const [member = ''] = others;
  expect((await ask('GET', start, undefined, member)).json.report).toBe(report.id);
  await ask('PUT', url, { version: 1, shares: [] });
  expect((await ask('GET', start, undefined, member)).json.report).toBeNull();
  expect((await ask('PUT', start, { report: null })).status).toBe(204);
  expect((await ask('GET', start)).json.report).toBeNull();
});

test('the gadgets of all dashboards that show a report are counted', async () => {
  const { url, report } = await create();
  const gadgets = async () => (await ask('GET', `${url}/gadgets`)).json;
  expect(await gadgets()).toEqual({ count: 0 });
  const { id } = (await ask('POST', '/replica/dashboards', { name: 'Team' })).json;
  const add = (settings: object) =>
    ask('POST', `/replica/dashboards/${id}/items`, {
      moduleKey: 'm',
      title: 'T',
      properties: { settings },
    });
  await add({ saved: { id: report.id, name: 'Weekly' } });
  await add({ jql: `summary ~ ${report.id}` });
  expect(await gadgets()).toEqual({ count: 1 });
});

test.each([
  [{ name: ' ' }, 'The name is missing.'],
  [{ view: [] }, 'not an object'],
  [{ view: { jql: 'x'.repeat(40_000) } }, 'longer than 32768'],
])('%j is refused', async (body, message) => {
  const reply = await ask('PUT', `${list}/refused1`, { version: 0, name: 'x', view, ...body });
  expect(reply.status).toBe(400);
  expect(reply.json.errorMessages[0]).toContain(message);
});
