import {
  type DemoReplica,
  openDemoReplica,
} from '@tallyboard/replica/rest/testing/demo-replica.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { serverResources } from './resources.ts';

let demo: DemoReplica;
let stranger = '';
beforeAll(async () => {
  const store = await openStore({ memory: true });
  demo = await openDemoReplica({ size: 50, store, resources: serverResources(store) });
  const users = await demo.store.catalogue.all('user');
  stranger = users[3]?.id ?? '';
});
afterAll(() => demo.close());

async function put(id: string, body: object, user?: string) {
  const reply = await demo.app.inject({
    method: 'PUT',
    url: `/replica/board-sets/${id}`,
    headers: user === undefined ? {} : { 'x-replica-user': user },
    payload: JSON.stringify(body),
  });
  return { status: reply.statusCode, error: reply.json().errorMessages?.[0] };
}

test('a set that would contain itself is refused with the names on the way', async () => {
  const shared = [{ kind: 'everyone', name: '', edit: false }];
  const members = (...ids: string[]) => ids.map(set => ({ set }));
  await put('outer000', { version: 0, name: 'Outer', members: [{ board: 1 }], shares: shared });
  const hidden = { version: 0, name: 'Canary', members: members('outer000') };
  expect((await put('hidden00', hidden, stranger)).status).toBe(201);
  await put('inner000', { version: 0, name: 'Inner', members: members('outer000') });
  expect(await put('outer000', { version: 1, members: members('outer000') })).toEqual({
    status: 400,
    error: "A board set cannot contain itself: 'Outer' > 'Outer'.",
  });
  expect(await put('outer000', { version: 1, members: members('inner000') })).toEqual({
    status: 400,
    error: "A board set cannot contain itself: 'Outer' > 'Inner' > 'Outer'.",
  });
  // A set of somebody else is no member, and is not named.
  expect((await put('outer000', { version: 1, members: members('hidden00') })).error).toBe(
    "There is no board set 'hidden00', or it is not shared with you.",
  );
});

test.each([
  [{ name: ' ' }, 'The name is missing.'],
  [{ unit: 'miles' }, 'The unit is one of issues, points, time.'],
  [{ members: [{ board: 1, jql: 'project = WEB' }] }, 'The members are a list'],
  [{ members: [{ board: '1' }] }, 'The members are a list'],
  [{ members: [{ jql: ' ' }] }, 'The members are a list'],
])('%j is refused', async (body, message) => {
  const reply = await put('refused1', { version: 0, name: 'x', members: [{ board: 1 }], ...body });
  expect([reply.status, reply.error]).toEqual([400, expect.stringContaining(message)]);
});
