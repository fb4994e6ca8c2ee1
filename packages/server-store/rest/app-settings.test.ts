import { openDemoReplica } from '@tallyboard/replica/rest/testing/demo-replica.ts';
import { expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { serverResources } from './resources.ts';

test('the Data Center app stores its settings with its servlet', async () => {
  const store = await openStore({ memory: true });
  const demo = await openDemoReplica({
    store,
    flavour: 'data-center',
    size: 1,
    resources: serverResources(store),
  });
  const url = '/plugins/servlet/tallyboard/settings?key=global-settings';
  const get = async () => (await demo.app.inject({ url })).json();
  expect(await get()).toMatchObject({ value: null });
  const payload = JSON.stringify({ a: [1] });
  expect((await demo.app.inject({ method: 'PUT', url, payload })).statusCode).toBe(200);
  expect(await get()).toEqual({ key: 'global-settings', value: { a: [1] } });
  await demo.close();
});
