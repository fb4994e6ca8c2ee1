/** The proxy examples of deploy/, run as far as the proxies are installed here (Debian: nginx-light, caddy). */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createPort } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (name: string) => readFileSync(join(deploy, name), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-proxies-'));
const isHere = (command: string, ...args: string[]) => spawnSync(command, args).error === undefined;
const installed = { nginx: isHere('nginx', '-v'), caddy: isHere('caddy', 'version') };
for (const [name, here] of Object.entries(installed))
  if (!here) console.warn(`There is no ${name} here: its example is not run.`);

const SEARCH = '/rest/api/3/search/jql';
const HSTS = 'max-age=31536000';

/** Two servers: the first answers 503 to everything but /ready. */
const seen: string[] = [];
const upstreams: Server[] = [];
const running: ChildProcess[] = [];

beforeAll(async () => {
  for (const name of ['away', 'alive'])
    upstreams.push(
      await listen((request, reply) => {
        const isProbe = request.url === '/ready';
        if (!isProbe) seen.push(`${name} ${request.method} ${request.url}`);
        reply.writeHead(name === 'away' && !isProbe ? 503 : 200, {
          'X-Forwarded': headersOf(request),
        });
        reply.end(name);
      }),
    );
});
afterAll(async () => {
  for (const child of running) {
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill();
    await ended;
  }
  for (const server of upstreams) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const headersOf = ({ headers }: IncomingMessage) =>
  `${headers['x-forwarded-proto']} ${headers['x-forwarded-for']} ${headers.host}`;

async function listen(
  answer: (request: IncomingMessage, reply: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(answer);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;

async function freePort(): Promise<number> {
  const server = createPort();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise(resolve => server.close(resolve));
  return port;
}

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

function ask(port: number, path: string, method = 'GET'): Promise<Reply> {
  const options = { host: '127.0.0.1', port, path, method, servername: 'reports.example.com' };
  return new Promise((resolve, reject) => {
    const call = httpsRequest(
      { ...options, rejectUnauthorized: false, headers: { host: 'reports.example.com' } },
      reply => {
        let body = '';
        reply.on('data', chunk => {
          body += chunk;
        });
        reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, body }));
      },
    );
    call.on('error', reject);
    call.end();
  });
}

/** Starts a proxy and waits for its first answer. */
async function start(port: number, command: string, ...args: string[]): Promise<void> {
  const environment = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(command, args, { stdio: 'ignore', env: environment });
  running.push(child);
  await expect
    .poll(() => ask(port, '/ready').then(({ status }) => status, String), {
      timeout: 30_000,
    })
    .toBe(200);
}

const lastCalls = async (run: () => Promise<Reply>) => {
  seen.length = 0;
  const { status } = await run();
  return [status, ...seen];
};

const SECONDS_FOR_JIRA = 90;

test.each(['nginx.conf', 'Caddyfile'])('%s waits longer than the server waits for Jira', name => {
  const [, seconds] =
    /(?:proxy_read_timeout|response_header_timeout) (\d+)s/.exec(read(name)) ?? [];
  expect(Number(seconds)).toBeGreaterThan(SECONDS_FOR_JIRA);
  const upstream = readFileSync(join(deploy, '../packages/service-kit/site/upstream.ts'), 'utf8');
  expect(upstream).toContain(`TIMEOUT_MS = ${SECONDS_FOR_JIRA}_000`);
});

describe('nginx', () => {
  test('accepts the example, redirects to https and repeats only reading calls', async ({
    skip,
  }) => {
    skip(!installed.nginx, 'There is no nginx here.');
    const [port, plain] = [await freePort(), await freePort()];
    const pem = join(folder, 'cert.pem');
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '1',
          '-subj',
          '/CN=localhost',
        ],
        ...['-keyout', `${pem}.key`, '-out', pem],
      ],
      { stdio: 'ignore' },
    );
    const servers = upstreams.map(server => `server 127.0.0.1:${portOf(server)} max_fails=0;`);
    const site = read('nginx.conf')
      .replace(/^ +server 127\.0\.0\.1:8080.*$/m, servers.join('\n'))
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('listen 80', `listen 127.0.0.1:${plain}`)
      .replace('/etc/ssl/tallyboard/certificate.pem', pem)
      .replace('/etc/ssl/tallyboard/key.pem', `${pem}.key`);
    const file = join(folder, 'nginx.conf');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = paths.map(name => `${name}_temp_path ${folder}/${name};`).join('\n');
    writeFileSync(
      file,
      `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`,
    );
    const checked = spawnSync('nginx', ['-t', '-c', file, '-p', folder], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining('successful')]);
    await start(port, 'nginx', '-c', file, '-p', folder);

    const redirect = await fetch(`http://127.0.0.1:${plain}/reports?tab=custom`, {
      redirect: 'manual',
      headers: { host: 'reports.example.com' },
    });
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      308,
      expect.stringMatching(/^https:\/\/.*\/reports\?tab=custom$/),
    ]);
    const page = await ask(port, '/reports');
    expect(page.headers['strict-transport-security']).toBe(HSTS);
    expect(page.headers['x-forwarded']).toBe('https 127.0.0.1 reports.example.com');
    // Twice each, since the servers take turns: a search always gets an answer, a change is sent once.
    for (let turn = 0; turn < 2; turn++) {
      expect((await lastCalls(() => ask(port, SEARCH, 'POST')))[0]).toBe(200);
      expect(await lastCalls(() => ask(port, '/replica/dashboards', 'POST'))).toHaveLength(2);
    }
  });
});

describe('Caddy', () => {
  test('accepts the example, and skips a server that is down', async ({ skip }) => {
    skip(!installed.caddy, 'There is no Caddy here.');
    const args = (file: string) => ['--config', file, '--adapter', 'caddyfile'];
    const checked = spawnSync('caddy', ['validate', ...args(join(deploy, 'Caddyfile'))], {
      encoding: 'utf8',
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    expect([checked.status, checked.stdout.trim()]).toEqual([0, 'Valid configuration']);
    const [port, plain, gone] = [await freePort(), await freePort(), await freePort()];
    const file = join(folder, 'Caddyfile');
    const [, alive] = upstreams;
    const site = read('Caddyfile')
      .replace('reports.example.com {', `reports.example.com:${port} {\n\ttls internal`)
      .replace(
        'reverse_proxy 127.0.0.1:8080',
        `reverse_proxy 127.0.0.1:${gone} 127.0.0.1:${portOf(alive as Server)}`,
      );
    writeFileSync(
      file,
      `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${port}\n}\n${site}`,
    );
    await start(port, 'caddy', 'run', ...args(file));
    const redirect = await fetch(`http://127.0.0.1:${plain}/reports`, {
      redirect: 'manual',
      headers: { host: 'reports.example.com' },
    });
    expect(redirect.status).toBe(308);
    const page = await ask(port, '/reports');
    expect([page.status, page.headers['strict-transport-security']]).toEqual([200, HSTS]);
    expect(page.headers['x-forwarded']).toBe('https 127.0.0.1 reports.example.com');
    for (let turn = 0; turn < 2; turn++)
      expect((await lastCalls(() => ask(port, SEARCH, 'POST')))[0]).toBe(200);
  });
});
