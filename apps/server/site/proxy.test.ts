import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeJira, startFakeJira } from '../testing/fake-jira.ts';
import {
  type ProxyServer,
  type ProxyServerSettings,
  startProxyServer,
  testToken,
} from '../testing/proxy-server.ts';
import type { Visitor } from '../testing/visitor.ts';
import { pauseOf } from './proxy.ts';
import { createSharedGate, liftPause } from './shared-gate.ts';

let jira: FakeJira;
let running: ProxyServer;
let visitor: Visitor;

async function restart(more: Partial<ProxyServerSettings> = {}) {
  await running?.stop();
  running = await startProxyServer({ site: `${jira.address}/jira`, ...more });
  visitor = running.visitor();
  await visitor.open('/reports');
}

beforeEach(async () => {
  jira = await startFakeJira();
  // A context path before everything, as Data Center has it.
  jira.answer = (request, reply) => {
    if (request.url.startsWith('/jira/')) return false;
    reply.writeHead(500).end('outside of the context path');
    return true;
  };
  await restart();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await running.stop();
  await jira.stop();
});

const search = (init: RequestInit = {}) =>
  visitor.ask('/rest/api/3/search/jql', {
    method: 'POST',
    body: '{"jql":"project = OPS"}',
    ...init,
  });

/** Makes the fake Jira answer every call in this way. */
function jiraAnswers(status: number, headers: Record<string, string>, body: string | Buffer) {
  jira.answer = (_, reply) => {
    reply.writeHead(status, headers).end(body);
    return true;
  };
}

describe('a request to Jira', () => {
  test('has the credential and none of the headers of the visitor', async () => {
    const reply = await search({
      headers: {
        authorization: 'Basic bWluZTptaW5l',
        cookie: `${visitor.cookie}; JSESSIONID=mine`,
        'content-type': 'application/json',
        'x-forwarded-for': '10.0.0.1',
        'x-forwarded-host': 'evil.example',
        'x-real-ip': '10.0.0.1',
        forwarded: 'for=10.0.0.1',
        via: '1.1 evil',
        te: 'trailers',
        'x-atlassian-token': 'no',
        'x-http-method-override': 'DELETE',
        'x-replica-user': 'admin',
        referer: 'http://127.0.0.1/secret',
        'accept-language': 'de',
        'user-agent': 'Mozilla/5.0',
      },
    });
    expect(reply.status).toBe(200);
    const sent = jira.received.at(-1);
    expect([sent?.method, sent?.url, sent?.body]).toEqual([
      'POST',
      '/jira/rest/api/3/search/jql',
      '{"jql":"project = OPS"}',
    ]);
    const { host, 'accept-encoding': _, connection: __, ...headers } = sent?.headers ?? {};
    expect(host).toBe(jira.address.replace('http://', ''));
    expect(headers).toEqual({
      authorization: `Bearer ${testToken}`,
      accept: 'application/json',
      'accept-language': '*',
      'content-type': 'application/json',
      'content-length': '23',
      'sec-fetch-mode': 'cors',
      'user-agent': 'Tallyboard',
      'x-atlassian-token': 'no-check',
    });
  });

  test('has the query unchanged', async () => {
    const url = '/rest/api/2/search?jql=a%20%3D%20%22%C3%BC%20%26%20b%22&startAt=0';
    await visitor.ask(url);
    expect(jira.received.at(-1)?.url).toBe(`/jira${url}`);
  });
});

describe('a reply of Jira', () => {
  test('is forwarded with the rate limit headers only', async () => {
    jiraAnswers(
      429,
      {
        'content-type': 'application/json;charset=UTF-8',
        'retry-after': '0',
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-nearlimit': 'true',
        'ratelimit-reason': 'jira-per-issue-on-write',
        'set-cookie': 'JSESSIONID=abc; Path=/',
        'access-control-allow-origin': '*',
        'x-ausername': 'token.owner',
        location: 'https://evil.example',
        'content-security-policy': 'default-src *',
        server: 'AtlassianEdge',
      },
      '{"errorMessages":["slow"]}',
    );
    const reply = await search();
    expect([reply.status, await reply.text()]).toEqual([429, '{"errorMessages":["slow"]}']);
    const {
      date: _,
      connection: __,
      'keep-alive': ___,
      ...headers
    } = Object.fromEntries(reply.headers);
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '26',
      'retry-after': '0',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-nearlimit': 'true',
      'ratelimit-reason': 'jira-per-issue-on-write',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox;default-src 'none'",
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  });

  test('is sent as text if it is the HTML of a gateway', async () => {
    jiraAnswers(502, { 'content-type': 'text/html' }, '<script>alert(1)</script>');
    const reply = await search();
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      502,
      'text/plain; charset=utf-8',
    ]);
  });

  test('is decompressed', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    jiraAnswers(200, headers, gzipSync('{"a":1}'));
    const reply = await search();
    expect(await reply.json()).toEqual({ a: 1 });
    expect(reply.headers.get('content-encoding')).toBeNull();
  });

  test('says that Jira refuses the token', async () => {
    jiraAnswers(401, { 'www-authenticate': 'Basic realm="x"' }, '');
    const reply = await search();
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBeNull();
    expect(reply.headers.get('x-tallyboard-sign-in')).toBeNull();
    expect(await reply.text()).toContain("does not accept this server's token");
  });
});

describe('a success without data is a 502 that says so', () => {
  const LOGIN = '<!doctype html><title>Log in</title>';
  const json = 'application/json';
  test.each([
    ['text/html', LOGIN, 'answered with a web page (Log in) instead of data'],
    [json, LOGIN, 'answered with a web page (Log in) instead of data'],
    [json, '', 'answered with an empty reply to GET /rest/api/2/field'],
    [json, '[{"id":"summ', 'with a reply that is cut or no data'],
    [json, 'null', 'cut or no data'],
    [json, '"text"', 'cut or no data'],
    [json, '{}', 'cut or no data'],
  ])('%s %s', async (type, body, text) => {
    jiraAnswers(200, { 'content-type': type }, body);
    const reply = await visitor.ask('/rest/api/2/field');
    expect([reply.status, await reply.text()]).toEqual([502, expect.stringContaining(text)]);
    const ready = await visitor.ask('/ready');
    const { jira: state } = (await ready.json()) as { jira: unknown };
    expect([ready.status, state]).toEqual([
      200,
      { reason: expect.stringContaining(text), pausedUntil: null },
    ]);
    jiraAnswers(200, { 'content-type': json }, '[]');
    expect((await visitor.ask('/rest/api/2/field')).status).toBe(200);
    expect(await (await visitor.ask('/ready')).json()).toMatchObject({ jira: { reason: null } });
  });

  test('but none for a reply that has none', async () => {
    jiraAnswers(204, {}, '');
    expect((await visitor.ask('/rest/api/2/field')).status).toBe(204);
  });
});

describe('refused', () => {
  test.each([
    [301, 'https://evil.example/rest/api/3/search/jql'],
    [302, '//evil.example/x'],
    [307, 'http://169.254.169.254/latest/meta-data'],
    [308, '/rest/api/3/user'],
  ])('a redirect (%i to %s)', async (status, location) => {
    jiraAnswers(status, { location }, '');
    const before = jira.received.length;
    const reply = await search();
    expect(reply.status).toBe(502);
    expect(reply.headers.get('location')).toBeNull();
    expect(await reply.text()).not.toContain('evil');
    expect(jira.received.length).toBe(before + 1);
  });

  test('a reply that is too long, also if it was compressed', async () => {
    await restart({ upstream: { maxBytes: 1000 } });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    jiraAnswers(200, headers, gzipSync(JSON.stringify('a'.repeat(100_000))));
    const reply = await search();
    expect([reply.status, await reply.text()]).toEqual([502, expect.stringContaining('too long')]);
  });

  test.each([
    ['before its headers', false],
    ['in its body', true],
  ])('a reply that stalls %s', async (_, begins) => {
    await restart({ upstream: { timeoutMs: 200 } });
    jira.answer = (_request, reply) => {
      if (begins) reply.writeHead(200, { 'content-type': 'application/json' }).write('{"a":');
      return true;
    };
    const reply = await search();
    expect(reply.status).toBe(504);
  });

  test('a connection that is closed early', async () => {
    jira.answer = (_, reply) => {
      reply.destroy();
      return true;
    };
    expect((await search()).status).toBe(502);
  });

  test('a body that is too long, not JSON, or for a call that is not forwarded', async () => {
    const long = JSON.stringify({ jql: 'a'.repeat(2 * 1024 * 1024) });
    const asked = jira.received.length;
    const statuses = [
      await search({ body: long }),
      await search({ body: '{"jql":' }),
      await visitor.ask('/rest/api/3/issue', { method: 'POST', body: long }),
      await visitor.ask('/rest/api/3/issue/OPS-1', { method: 'DELETE' }),
      await visitor.ask('/rest/api/3/issue/OPS-1', { method: 'PATCH', body: '{}' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([413, 400, 403, 403, 403]);
    expect(jira.received.length).toBe(asked);
  });

  test('planning writes', async () => {
    const asked = jira.received.length;
    for (const [method, path] of [
      ['PUT', '/rest/api/3/issue/OPS-1/assignee'],
      ['PUT', '/rest/agile/1.0/issue/rank'],
      ['POST', '/rest/agile/1.0/sprint/7/issue'],
      ['PUT', '/rest/agile/1.0/issue/OPS-1/estimation'],
    ] as const) {
      expect((await visitor.ask(path, { method, body: '{}' })).status).toBe(403);
    }
    expect(jira.received.length).toBe(asked);
  });

  /** Sends a request over a raw socket, since browsers and fetch would normalize it. */
  const raw = (target: string, more = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(running.port, '127.0.0.1');
      let said = '';
      socket.on('data', part => {
        said += part;
      });
      socket.on('close', () => resolve(said.split('\r\n')[0] ?? ''));
      socket.on('error', reject);
      socket.end(
        `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nCookie: ${visitor.cookie}\r\nConnection: close\r\n${more}\r\n`,
      );
    });

  test.each([
    '/rest/api/2/issue/../../../secure/admin',
    '/rest/api/2/issue/%2e%2e/%2e%2e/user',
    '/rest/api/2/issue/..%2f..%2fuser',
    '/rest/api/2/issue/%252e%252e/user',
    '/rest/api/2/issue/OPS-1%2f..%2f..%2fuser',
    '/rest/api/2/issue/OPS-1;/../user',
    '/rest/api/2/issue/OPS-1\\..\\user',
    '//rest/api/2/myself',
    '/rest//api/2/myself',
    '/rest/./api/2/myself',
    'http://evil.example/rest/api/2/myself',
    'https://127.0.0.1/rest/api/2/myself',
    '/rest/api/2/issue/OPS-1%0d%0aX-Evil:%201',
    '/rest/api/2/myself%00',
  ])('%s never reaches Jira', async target => {
    const asked = jira.received.length;
    expect(await raw(target)).toMatch(/^HTTP\/1\.1 (400|403|404|421) /);
    expect(jira.received.length).toBe(asked);
  });

  test('two content lengths, and a bare CR in a header', async () => {
    const asked = jira.received.length;
    const path = '/rest/api/2/myself';
    expect(await raw(path, 'Content-Length: 1\r\nTransfer-Encoding: chunked\r\n')).toMatch(/ 400 /);
    expect(await raw(path, 'X-One: 1\rX-Two: 2\r\n')).toMatch(/ 400 /);
    expect(jira.received.length).toBe(asked);
  });
});

describe('rate limits', () => {
  test('a 429 pauses the calls of all readers, with Retry-After', async () => {
    jiraAnswers(429, { 'retry-after': '120' }, '');
    expect((await search()).status).toBe(429);
    const asked = jira.received.length;
    jira.answer = null;
    const other = running.visitor();
    await other.open('/reports');
    const reply = await other.ask('/rest/api/2/myself');
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(110);
    expect(jira.received.length).toBe(asked);
  });

  test('at most eight calls are in flight', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    // Answers when eight calls are waiting: with fewer in flight the test would not end.
    jira.answer = (_, reply) => {
      waiting.push(() => reply.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
      most = Math.max(most, waiting.length);
      if (waiting.length === 8) for (const answer of waiting.splice(0)) answer();
      return true;
    };
    const replies = await Promise.all(Array.from({ length: 40 }, () => search()));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBe(8);
  });

  test('a pause is told by /ready, and forgotten by servers that start after it was lifted', async () => {
    const { store } = running;
    jiraAnswers(429, { 'retry-after': '1200' }, '');
    expect((await search()).status).toBe(429);
    jira.answer = null;
    const reply = await search();
    expect(await reply.text()).toContain('Jira has asked for a pause. Try again in 20 minutes.');
    expect(await (await visitor.ask('/ready')).json()).toMatchObject({
      jira: { pausedUntil: expect.stringMatching(/^20\d\d-.*Z$/) },
    });
    const gate = createSharedGate(store, Date.now);
    await expect(gate.run(async () => 'asked')).rejects.toThrow(/paused/);
    await liftPause(store);
    const later = createSharedGate(store, Date.now);
    expect(await later.run(async () => 'asked')).toBe('asked');
  });

  const at = Date.parse('2026-06-17T12:00:00Z');
  test.each([
    [429, { 'retry-after': 'in 3000' }, 5000],
    [429, { 'retry-after': '-5' }, 5000],
    [429, { 'x-ratelimit-reset': 'tomorrow 5' }, 5000],
    [429, { 'retry-after': '7' }, 7000],
    [429, { 'retry-after': 'Wed, 17 Jun 2026 12:00:09 GMT' }, 9000],
    [429, { 'x-ratelimit-reset': '2026-06-17T12:01Z' }, 60_000],
    [429, {}, 5000],
    [429, { 'retry-after': '999999' }, 3_600_000],
    [429, { 'retry-after': '7', 'ratelimit-reason': 'jira-per-issue-on-write' }, null],
    [503, { 'retry-after': '3' }, 3000],
    [503, {}, null],
    [200, { 'retry-after': '3' }, null],
  ])('%i %j: a pause of %s ms', (status, headers, pause) => {
    expect(pauseOf({ status, headers }, at)).toBe(pause);
  });
});

describe('the credential', () => {
  const escaped = (of: (code: number) => string) =>
    Array.from(testToken, character => of(character.charCodeAt(0))).join('');
  const hex = (code: number) => code.toString(16).padStart(2, '0');
  test.each([
    ['as it is', testToken],
    ['within a text', `Bearer ${testToken}`],
    ['in base64', btoa(testToken)],
    ['in base64 after one byte', btoa(`x${testToken} and more`)],
    ['in base64 after two bytes', btoa(`xy${testToken}!`)],
    ['in base64url', Buffer.from(`?>${testToken}`).toString('base64url')],
    ['in hexadecimal digits', Buffer.from(testToken).toString('hex').toUpperCase()],
    ['with escapes of JSON', escaped(code => `\\u00${hex(code)}`)],
    ['with escapes of JSON in JSON', escaped(code => `\\\\u00${hex(code)}`)],
    ['with its first letter escaped', `\\u0074${testToken.slice(1)}`],
    ['with percent-encoding', escaped(code => `%${hex(code)}`)],
    ['with double percent-encoding', escaped(code => `%25${hex(code)}`)],
    ['with escapes of HTML', escaped(code => `&#${code};`)],
  ])('%s in a reply of Jira is not forwarded', async (_, echoed) => {
    for (const status of [200, 400, 500]) {
      jiraAnswers(status, { 'content-type': 'application/json' }, `{"echoed":"${echoed}"}`);
      const reply = await search();
      expect(reply.status).toBe(502);
      expect(await reply.text()).not.toContain(testToken);
    }
  });

  test.each(['retry-after', 'x-ratelimit-reset'])(
    'in the header %s is not passed on',
    async name => {
      jiraAnswers(200, { 'content-type': 'application/json', [name]: btoa(testToken) }, '{}');
      const reply = await search();
      expect([reply.status, reply.headers.get(name)]).toEqual([502, null]);
    },
  );

  test('does not block similar replies', async () => {
    const body = JSON.stringify({
      a: 'the token',
      b: 'the-toke',
      c: btoa('the-other'),
      d: 'THE%20',
    });
    jiraAnswers(200, { 'content-type': 'application/json' }, body);
    expect(await (await search()).text()).toBe(body);
  });

  test('is in no reply and no line of the log, also after failures', async () => {
    const credential = { email: 'ana@example.com', token: 'very-secret-token' };
    const forms = [
      'very-secret-token',
      Buffer.from('ana@example.com:very-secret-token').toString('base64'),
    ];
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation(line => {
      lines.push(String(line));
      return true;
    });
    await restart({ credential, log: 'debug', upstream: { timeoutMs: 200 } });
    const answers: string[] = [];
    const keep = async (reply: Response) =>
      answers.push(JSON.stringify([...reply.headers]) + (await reply.text()));
    jira.answer = null;
    await keep(await search());
    for (const status of [302, 401, 403, 404, 429, 500]) {
      jiraAnswers(status, { location: '/x', 'retry-after': '0' }, 'very-secret-token');
      await keep(await search());
    }
    jira.answer = () => true;
    await keep(await search());
    jira.answer = (_, reply) => {
      reply.destroy();
      return true;
    };
    await keep(await search());
    await jira.stop();
    await keep(await search());
    for (const path of ['/', '/setup', '/sign-in', '/nothing', '/rest/api/3/user']) {
      await keep(await visitor.ask(path));
    }
    expect(lines.length).toBeGreaterThan(20);
    for (const form of forms) {
      expect(answers.filter(answer => answer.includes(form))).toEqual([]);
      expect(lines.filter(line => line.includes(form))).toEqual([]);
    }
  });
});

test('changes that this server stores do not reach Jira, and are audited', async () => {
  const asked = jira.received.length;
  const setting = '/rest/atlassian-connect/1/addons/com.tallyboard.reports/properties/x';
  const put = await visitor.ask(setting, { method: 'PUT', body: '{"a":1}' });
  expect(put.status).toBe(201);
  expect(await (await visitor.ask(setting)).json()).toMatchObject({ value: { a: 1 } });
  const servlet = '/plugins/servlet/com.tallyboard.reports/settings?key=x';
  expect(await (await visitor.ask(servlet)).json()).toMatchObject({ value: { a: 1 } });
  const made = await visitor.ask('/replica/dashboards', {
    method: 'POST',
    body: '{"name":"Mine"}',
  });
  expect(await made.json()).toMatchObject({ owner: 'Local user', mine: true, editable: true });
  expect(await (await visitor.ask('/replica/mirror')).json()).toEqual({ mirror: null });
  expect(jira.received.length).toBe(asked);
  const lines = await running.store.audit.newest(9);
  expect(lines.map(({ account, action, target }) => [account, action, target]).reverse()).toEqual([
    ['local', 'changed here', `PUT ${setting}`],
    ['local', 'changed here', 'POST /replica/dashboards'],
  ]);
  expect(lines[0]?.detail).toBe('{"name":"Mine"}');
});

test('links to pages of Jira redirect to the site only', async () => {
  const site = `${jira.address}/jira`;
  const to = async (path: string) => (await visitor.ask(path)).headers.get('location');
  expect(await to('/browse/OPS-1')).toBe(`${site}/browse/OPS-1`);
  expect(await to('/issues/?jql=a%20%3D%201')).toBe(`${site}/issues?jql=a%20%3D%201`);
  expect(await to('/browse/%2f%2fevil.example')).toBe(site);
});
