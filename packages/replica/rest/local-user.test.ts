/** Without sign-in nobody is a user of Jira, unless the record of the site names one. */
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { openStore } from '../store/testing/open-store.ts';
import { replica } from './replica.ts';

const issue = {
  id: '1',
  key: 'A-1',
  fields: {
    summary: 'One',
    project: { id: '9', key: 'A', name: 'A' },
    status: { id: '1', name: 'Open' },
    assignee: { accountId: 'ana', displayName: 'Ana', active: true, timeZone: 'Asia/Singapore' },
    created: '2026-01-06T08:00:00.000+0000',
    updated: '2026-01-06T08:00:00.000+0000',
  },
};
const user = { accountId: 'ana', displayName: 'Ana', active: true, timeZone: 'Asia/Singapore' };

async function ask(site: Record<string, unknown>, url: string) {
  const store = await openStore({ memory: true });
  await store.ingest([
    { kind: 'site', value: site },
    { kind: 'user', value: user },
    { kind: 'issue', value: issue },
  ] as never);
  const app = fastify();
  await app.register(replica, { store });
  const { json } = await app.inject({ url });
  const body = json();
  await app.close();
  await store.close();
  return body;
}
const mine = `/rest/api/3/search/jql?jql=${encodeURIComponent('assignee = currentUser()')}`;

test('nobody, never the first active user', async () => {
  const myself = await ask({}, '/rest/api/3/myself');
  expect(myself).toMatchObject({ displayName: 'Local user' });
  for (const name of ['accountId', 'key', 'name', 'timeZone'])
    expect(myself).not.toHaveProperty(name);
  expect((await ask({}, mine)).issues).toEqual([]);
  const all = `/rest/api/3/search/jql?jql=${encodeURIComponent('project = A')}`;
  expect((await ask({}, all)).issues).toHaveLength(1);
});

test('the person whom the site names', async () => {
  const site = { currentUser: 'ana' };
  expect(await ask(site, '/rest/api/3/myself')).toMatchObject({
    accountId: 'ana',
    timeZone: 'Asia/Singapore',
  });
  expect((await ask(site, mine)).issues).toHaveLength(1);
});
