import { openStore } from '@tallyboard/server-store/store.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerBelow, rewriteBelow } from './context-path.ts';
import { createServer, type Server } from './server.ts';

let server: Server;

beforeAll(async () => {
  const store = await openStore({ memory: true });
  await store.ingest([{ kind: 'project', value: { id: '10000', key: 'OPS', name: 'Operations' } }]);
  const flavour = 'data-center';
  server = await createServer({
    store,
    webRoot: '/none',
    flavour,
    contextPath: '/jira',
    log: false,
  });
});
afterAll(() => server.stop());

const ask = (url: string) => server.app.inject({ url, headers: { host: 'jira.example' } });

test('Jira is below its context path, also in addresses of replies', async () => {
  const reply = await ask('/jira/rest/api/2/project');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()[0]).toMatchObject({
    self: expect.stringMatching('^http://jira.example/jira/rest/api/2/project/'),
  });
  const page = await ask('/jira/issues/?jql=');
  expect(page.body).toContain('href="/jira/secure/ManageFilters.jspa"');
  expect(page.body).not.toMatch(/(href|src)="\/(?!jira\/)/);
  const old = await ask('/jira/secure/IssueNavigator.jspa?jqlQuery=a');
  expect(old.headers.location).toBe('/jira/issues/?jql=a');
});

test.each([['/rest/api/2/project'], ['/browse/OPS-1'], ['/jirax/rest/api/2/project']])(
  '%s is not of this Jira',
  async url => expect((await ask(url)).statusCode).toBeGreaterThanOrEqual(404),
);

test('a form is sent below the context path', async () => {
  const app = Fastify({ rewriteUrl: rewriteBelow('/jira') });
  answerBelow(app, '/jira');
  const form = '<form method="post" action="/sign-in">';
  app.get('/sign-in', (_, reply) => reply.type('text/html').send(form));
  expect((await app.inject('/jira/sign-in')).body).toContain('action="/jira/sign-in"');
  expect((await app.inject('/sign-in')).body).toBe(form);
});
