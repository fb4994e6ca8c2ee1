import { expect, test } from 'vitest';
import { startFakeJira } from '../testing/fake-jira.ts';
import { startProxyServer } from '../testing/proxy-server.ts';

test('behind the gateway of Atlassian calls go there, links to the site; a missing scope is no refused token', async () => {
  const jira = await startFakeJira();
  const gateway = `${jira.address}/ex/jira/f1a2`;
  jira.answer = ({ url }, reply) => {
    const send = (status: number, body: object) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return true;
    };
    if (url === '/ex/jira/f1a2/rest/api/2/serverInfo')
      return send(200, {
        version: '1001.0.0-SNAPSHOT',
        deploymentType: 'Cloud',
        baseUrl: 'https://acme.atlassian.net',
      });
    if (url.startsWith('/ex/jira/f1a2/rest/agile/'))
      return send(401, { code: 401, message: 'Unauthorized; scope does not match' });
    return !url.startsWith('/ex/jira/f1a2/') && send(404, {});
  };
  // A service account: a token without an e-mail address.
  const running = await startProxyServer({ site: gateway });
  const visitor = running.visitor();
  const { page } = await visitor.open('/reports');
  expect(page.replaceAll('&quot;', '"')).toContain(
    '"site":{"address":"https://acme.atlassian.net","flavour":"cloud"}',
  );
  const link = await visitor.ask('/browse/WEB-1');
  expect(link.headers.get('location')).toBe('https://acme.atlassian.net/browse/WEB-1');
  expect((await visitor.ask('/rest/api/2/myself')).status).toBe(200);
  const boards = await visitor.ask('/rest/agile/1.0/board');
  expect(boards.status).toBe(403);
  expect(await boards.text()).toContain('no scope for GET /rest/agile/1.0/board');
  expect(await (await visitor.ask('/ready')).text()).not.toContain('token');
  await running.stop();
  await jira.stop();
});

test('the kind of Jira is what Jira says, also where a Data Center takes a name and a password', async () => {
  const jira = await startFakeJira();
  jira.answer = ({ url }, reply) => {
    if (!url.endsWith('/serverInfo')) return false;
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ version: '9.12.0', deploymentType: 'Server' }));
    return true;
  };
  const credential = { email: 'mara', token: 'secret-of-mara' };
  const running = await startProxyServer({ site: jira.address, credential });
  const { page } = await running.visitor().open('/reports');
  expect(page.replaceAll('&quot;', '"')).toContain('"flavour":"data-center"');
  await running.stop();
  await jira.stop();
});
