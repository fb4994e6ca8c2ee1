/** Jiras that answer oddly: one line says what to do, without a stack trace. */

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from './testing/run.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html' };
const LOGIN = '<!DOCTYPE html><html><title>Log in - Jira</title></html>';

interface OddReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const page = (fields: object) => ({ headers: JSON_TYPE, body: JSON.stringify(fields) });

/** Replies to a search, and what the command says. `SITE` is the address of the Jira. */
const ODD: Readonly<Record<string, readonly [OddReply, string]>> = {
  'a sign-in page': [
    { headers: HTML_TYPE, body: LOGIN },
    'SITE answered with a web page (Log in - Jira) instead of data: sign in again or check the token.',
  ],
  'a sign-in page that calls itself JSON': [
    { headers: JSON_TYPE, body: LOGIN },
    'SITE answered with a web page (Log in - Jira) instead of data: sign in again or check the token.',
  ],
  'a redirect to the sign-in page': [
    { status: 302, headers: { location: '/login.jsp?os_destination=%2F' }, body: '' },
    'SITE/login.jsp answered with a web page (Log in - Jira) instead of data: sign in again or check the token.',
  ],
  'an empty reply': [
    { headers: JSON_TYPE, body: '' },
    'SITE answered with an empty reply to GET /rest/api/2/search: try again, and check the proxy in front of Jira.',
  ],
  'null as the reply': [
    { headers: JSON_TYPE, body: 'null' },
    'Jira answered in a form that is not understood: search: expected Object, found null',
  ],
  'null as the list': [
    page({ startAt: 0, maxResults: 50, total: 3, issues: null }),
    'Jira answered in a form that is not understood: search issues: expected a list, found null',
  ],
  'no list, but a total': [
    page({ startAt: 0, maxResults: 50, total: 3 }),
    'Jira answered in a form that is not understood: search issues: expected a list, found nothing',
  ],
  'half a reply': [
    { headers: JSON_TYPE, body: '{"issues": [' },
    'Jira answered in a form that is not understood: GET /rest/api/2/search: expected a JSON text, found "{\\"issues\\": ["',
  ],
  'a CAPTCHA': [
    {
      status: 403,
      headers: {
        ...HTML_TYPE,
        'x-authentication-denied-reason': 'CAPTCHA_CHALLENGE; login-url=http://jira/login.jsp',
      },
      body: '<html></html>',
    },
    'Jira asks for a CAPTCHA: sign in once in the browser, then try again.',
  ],
  'a Data Center without Basic authentication': [
    {
      status: 403,
      body: '{"message":"Basic Authentication has been disabled on this instance."}',
    },
    'Jira refuses passwords (Basic authentication): use a personal access token, without a user name.',
  ],
  'a quota of an hour': [
    { status: 429, headers: { 'retry-after': '3600' }, body: '' },
    'Jira limits the number of requests. Try again in 60 minutes.',
  ],
};

let server: Server;
let site: string;
let answer: OddReply;

const send = (response: ServerResponse, { status = 200, headers = JSON_TYPE, body }: OddReply) =>
  response.writeHead(status, headers).end(body);

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path === '/login.jsp') return send(response, { headers: HTML_TYPE, body: LOGIN });
    if (path.endsWith('/search')) return send(response, answer);
    const user = { name: 'a', key: 'a', displayName: 'A', active: true, timeZone: 'UTC' };
    if (path.endsWith('/serverInfo')) return send(response, page({ deploymentType: 'Server' }));
    if (path.endsWith('/myself')) return send(response, page(user));
    return send(response, page(path.endsWith('/configuration') ? {} : []));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise(resolve => server.close(resolve)));

test.each(Object.entries(ODD))('%s', async (_, [odd, expected]) => {
  answer = odd;
  const from = ['--url', site, '--token', 'token-of-the-test'];
  const { code, out, err } = await run('report', 'overview', '--jql', 'project = A', ...from);
  expect(err).toBe(`${expected.replace('SITE', site)}\n`);
  expect({ code, out }).toEqual({ code: 1, out: '' });
});

test('a total that is a text counts', async () => {
  answer = page({ startAt: '0', maxResults: '50', total: '0', issues: [] });
  const from = ['--url', site, '--token', 'token-of-the-test', '--format', 'json', '--result'];
  const { code, out, err } = await run('report', 'overview', '--jql', 'project = A', ...from);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out).coverage.complete).toBe(true);
});
