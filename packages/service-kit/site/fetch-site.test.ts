import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selfSigned } from '../testing/self-signed.ts';
import { type FetchLimits, fetchSite } from './fetch-site.ts';
import { answered, networkProblem } from './network-problem.ts';

const servers: Server[] = [];
// Another server may have had the port before.
beforeEach(() => answered.clear());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const serve = (answer: RequestListener) => listen(createServer(answer));
const serveTls = () => listen(createTlsServer(selfSigned, (_, reply) => reply.end('{}')));
const ask = (site: string, limits: FetchLimits = {}) =>
  fetchSite(site, null, { method: 'GET', path: '/rest/api/2/myself', query: '' }, limits);
const failure = (site: string, limits?: FetchLimits) =>
  ask(site, limits).then(() => 'no failure', String);

test('a certificate that is not trusted', async () => {
  expect(await failure(`https://localhost:${await serveTls()}`)).toMatch(
    /^UpstreamError: The certificate of localhost:\d+ is not trusted \(self-signed certificate\)\. .*NODE_EXTRA_CA_CERTS=FILE/,
  );
});

test('https where http is spoken, and http where https is', async () => {
  const [plain, tls] = [await serve((_, reply) => reply.end('{}')), await serveTls()];
  expect(await failure(`https://127.0.0.1:${plain}`)).toMatch(/does not speak https there/);
  expect(await failure(`http://127.0.0.1:${tls}`)).toMatch(/begins with https:/);
});

test('a port that nobody listens on', async () => {
  const port = await serve(() => {});
  await new Promise(resolve => servers.pop()?.close(resolve));
  expect(await failure(`http://127.0.0.1:${port}`)).toMatch(/it refuses connections\. Check/);
});

test('a connection that is cut before the end, and bytes that are not the promised gzip', async () => {
  const cut = await serve((_, reply) => {
    reply.writeHead(200, { 'content-length': 100 }).write('{"a":');
    setTimeout(() => reply.destroy(), 20);
  });
  const gzip = await serve((_, reply) =>
    reply.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
  );
  for (const port of [cut, gzip])
    expect(await failure(`http://127.0.0.1:${port}`)).toMatch(/before its reply was complete/);
});

test.each([
  ['ENOTFOUND', 'The name jira.example.com cannot be resolved.'],
  ['EAI_AGAIN', 'The name jira.example.com cannot be resolved: the name server does not answer.'],
  ['CERT_HAS_EXPIRED', 'The certificate of jira.example.com:8443 has expired.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'jira.example.com:8443 is for another host name.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'is not trusted (unknown authority).'],
  ['UND_ERR_CONNECT_TIMEOUT', 'cannot be reached. Check the network and its firewalls.'],
  ['ENETUNREACH', 'set HTTPS_PROXY and NODE_USE_ENV_PROXY=1'],
  ['E_UNKNOWN', 'jira.example.com:8443 does not answer (E_UNKNOWN).'],
])('%s', (code, text) => {
  const cause = Object.assign(new Error('inner'), { code });
  const error = new TypeError('fetch failed', { cause });
  expect(networkProblem(error, 'https://jira.example.com:8443/jira').message).toContain(text);
});

test('a reply that is too long ends its connection', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>(resolve => {
    closed = resolve;
  });
  const port = await serve((_, reply) => {
    reply.on('close', closed);
    const write = () => reply.write(Buffer.alloc(65_536, 0x5b));
    reply.on('drain', write);
    write();
  });
  expect(await failure(`http://127.0.0.1:${port}`, { maxBytes: 1024 * 1024 })).toMatch(
    /too long \(over 1 MB\)/,
  );
  await isClosed;
});

test('a reply in drops is given up, with a line meanwhile', async () => {
  const port = await serve((_, reply) => {
    reply.writeHead(200);
    const drip = setInterval(() => reply.write('['), 10);
    reply.on('close', () => clearInterval(drip));
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const lines: string[] = [];
  const limits = { timeoutMs: 300, warn: (line: string) => void lines.push(line) };
  const failing = failure(`http://127.0.0.1:${port}`, limits);
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([
    'Jira has not answered GET /rest/api/2/myself for 30 s.',
    'Jira has not answered GET /rest/api/2/myself for 60 s.',
  ]);
  vi.useRealTimers();
  expect(await failing).toMatch(/did not answer within 0 seconds/);
});
