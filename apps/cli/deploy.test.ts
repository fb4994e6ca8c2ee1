import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSignIn } from '@tallyboard/service-kit/sign-in/settings.ts';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from './testing/run.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether our own command line takes what a deployment gives it: none of these runs, because --help is there too. */
async function isKnown(args: readonly string[]): Promise<void> {
  const [name = ''] = args;
  const { code, out } = await run(name, '--help');
  expect(code, name).toBe(0);
  for (const setting of args.filter(arg => arg.startsWith('--')))
    expect(out, `${name} ${setting}`).toContain(setting);
}

interface Service {
  image?: string;
  secrets: string[];
  ports?: string[];
  command?: string[];
  environment: Record<string, string>;
  healthcheck: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  cap_drop?: string[];
  depends_on?: Record<string, { condition: string }>;
}

describe('the compose file', () => {
  const text = read('compose.yaml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<'database' | 'server' | 'mirror', Service>;
    volumes: Record<string, unknown>;
  };

  test('has a server and a mirror that wait for the database', async () => {
    expect(Object.keys(services)).toEqual(['database', 'server', 'mirror']);
    expect(Object.keys(volumes)).toEqual(['database', 'data']);
    for (const service of [services.server, services.mirror]) {
      expect(service.depends_on).toEqual({ database: { condition: 'service_healthy' } });
      expect(service.environment.DATABASE_URL).toMatch(/^postgres:\/\/tallyboard@database:5432/);
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      await isKnown(service.command ?? []);
    }
    expect(services.database.healthcheck.test?.join(' ')).toContain('pg_isready');
  });

  test('has secrets as files, each for the services that need it', () => {
    expect(text).not.toMatch(/^ +\w*(PASSWORD|TOKEN|SECRET|KEY): +(?!\$\{)/m);
    const used = Object.entries(services).map(([name, { secrets }]) => [name, secrets]);
    expect(Object.fromEntries(used)).toEqual({
      database: ['database-password'],
      server: ['database-password', 'key', 'oidc-client-secret'],
      mirror: ['database-password', 'jira-token', 'key'],
    });
    for (const { environment, secrets } of Object.values(services))
      for (const [name, path] of Object.entries(environment).filter(([key]) => /_FILE$/.test(key)))
        expect([name, secrets.map(secret => `/run/secrets/${secret}`)]).toEqual([
          name,
          expect.arrayContaining([path]),
        ]);
    expect(services.server.environment).not.toHaveProperty('TALLYBOARD_TOKEN_FILE');
  });

  test('limits memory and processes, and publishes to this machine only', () => {
    for (const service of [services.server, services.mirror])
      expect(service).toMatchObject({ mem_limit: '3g', pids_limit: 256 });
    for (const port of services.server.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('passes all variables of sign-in and trusted proxies to the server', async () => {
    const { environment } = services.server;
    const variables = Object.keys(environment).map(name => name.replace(/_FILE$/, ''));
    const of = (values: Record<string, string>) =>
      Object.fromEntries(variables.map(name => [name, values[name] ?? '']));
    const issuer = 'https://id.example.com';
    const signIn = readSignIn(
      of({
        TALLYBOARD_OIDC_ISSUER: issuer,
        TALLYBOARD_OIDC_CLIENT_ID: 'tallyboard',
        TALLYBOARD_OIDC_CLIENT_SECRET: 'secret',
        TALLYBOARD_ALLOWED_DOMAINS: 'example.com',
        TALLYBOARD_ALLOWED_EMAILS: 'ana@example.org',
      }),
    );
    expect(signIn.openId).toMatchObject({
      issuer: new URL(issuer),
      clientSecret: 'secret',
      allowedDomains: ['example.com'],
      allowedEmails: ['ana@example.org'],
    });
    const app = fastify({
      trustProxy: /:-(.*)\}/.exec(environment.TALLYBOARD_TRUSTED_PROXIES ?? '')?.[1] ?? '',
    });
    app.get('/', request => request.ip);
    const from = async (remoteAddress: string) =>
      (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '8.8.8.8' } }))
        .body;
    expect([await from('172.18.0.1'), await from('9.9.9.9')]).toEqual(['8.8.8.8', '9.9.9.9']);
  });
});

describe('the container file', () => {
  const lines = read('Containerfile').split('\n');
  const of = (word: string) =>
    lines.filter(line => line.startsWith(`${word} `)).map(line => line.slice(word.length + 1));

  test('runs as an unprivileged user, without a shell, with a health check', async () => {
    const final = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')));
    expect(final).toContain('USER node');
    const entry = JSON.parse(of('ENTRYPOINT')[0] ?? '') as string[];
    expect(entry).toEqual(['node', '/app/bin/tallyboard.mjs']);
    await isKnown(JSON.parse(of('CMD')[0] ?? ''));
    const health = JSON.parse(/CMD (\[.*\])/.exec(read('Containerfile'))?.[1] ?? '') as string[];
    // Nobody answers here: the check fails, and it is no mistake of writing.
    const [, flag = '', script = ''] = health;
    const done = spawnSync(process.execPath, [flag, script.replace(':8080', ':9')]);
    expect({ status: done.status, err: String(done.stderr) }).toEqual({ status: 1, err: '' });
  });

  test('has the Node version of the packages, and copies no secrets or data', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const from of of('FROM')) expect(from).toContain(`node:${devDependencies.node}-slim`);
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'data']));
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(of('RUN').join()).toBe('npm ci \\');
    expect(lines.join()).toContain('npm run package:npm -- ');
    expect(scripts).toHaveProperty('package:npm');
  });
});

const helm = spawnSync('helm', ['version']).status === 0;
if (!helm) console.warn('There is no helm here: the chart is not rendered.');

describe('the Helm chart', () => {
  const chart = join(root, 'deploy/helm/tallyboard');
  const server = read('helm/tallyboard/templates/server.yaml');
  const mirror = read('helm/tallyboard/templates/_helpers.tpl');

  test('is of this version, and its containers take their arguments and variables', async () => {
    const { appVersion, version } = parse(read('helm/tallyboard/Chart.yaml'));
    expect([appVersion, version]).toEqual([VERSION, VERSION]);
    const args = server.slice(server.indexOf('args:'), server.indexOf('env:'));
    await isKnown(Array.from(args.matchAll(/^ +- "?(serve|--[\w-]+)/gm), ([, arg = '']) => arg));
    const [, mirrorArgs = ''] = /args: \[(mirror,.*)\]/.exec(mirror) ?? [];
    await isKnown(mirrorArgs.split(', ').filter(arg => /^(mirror$|--)/.test(arg)));
    const documented = ['self-hosting', 'sign-in', 'deploy']
      .map(name => readFileSync(join(root, 'docs', `${name}.md`), 'utf8'))
      .join();
    for (const [variable] of (server + mirror).matchAll(/TALLYBOARD_\w+|DATABASE_URL/g))
      expect(documented).toContain(variable.replace(/_FILE$/, ''));
    for (const probe of ['/ready', '/health']) expect(server).toContain(`path: ${probe}`);
  });

  test('renders, or says what is missing', ({ skip }) => {
    skip(!helm, 'There is no helm here.');
    const values = ['publicUrl=https://reports.example.com', 'secret.name=tallyboard'];
    const render = (...more: string[]) => {
      const set = [...values, ...more].flatMap(value => ['--set', value]);
      const done = spawnSync('helm', ['template', 't', chart, '--kube-version', '1.31.0', ...set]);
      return { kinds: String(done.stdout).match(/^kind: .*/gm), err: String(done.stderr) };
    };
    expect(render('secret.passwordHash=hash').kinds).toEqual([
      'kind: PersistentVolumeClaim',
      'kind: Service',
      'kind: Deployment',
    ]);
    expect(render().err).toContain('Nobody could sign in');
    expect(render('secret.passwordHash=hash', 'replicas=2').err).toContain('needs PostgreSQL');
  });
});

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!systemd) console.warn('There is no systemd-analyze here: the units are not verified.');

describe.each(['tallyboard.service', 'tallyboard-mirror.service'])('%s', name => {
  const text = read(name);
  const settings = new Map(
    text.split('\n').flatMap(line => {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return key ? [[key, value ?? ''] as const] : [];
    }),
  );

  test('starts existing files, as its own user that can write one folder', async () => {
    const [node = '', program = '', ...args] = (settings.get('ExecStart') ?? '').split(' ');
    expect(node).toBe('/opt/tallyboard/node_modules/.bin/node');
    expect(existsSync(program.replace('/opt/tallyboard', root))).toBe(true);
    await isKnown(args);
    expect(args).toContain(`/var/lib/${settings.get('StateDirectory')}`);
    expect(Object.fromEntries(settings)).toMatchObject({
      DynamicUser: 'yes',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      CapabilityBoundingSet: '',
      MemoryMax: expect.stringMatching(/^\dG$/),
      TasksMax: expect.stringMatching(/^\d+$/),
    });
    expect(text).not.toMatch(/TOKEN=|PASSWORD=/);
    const mirrors = args[0] === 'mirror';
    expect(args.includes('--no-demo')).toBe(!mirrors);
    expect(settings.has('LoadCredential')).toBe(mirrors);
    expect(settings.get('WatchdogSec')).toBe(mirrors ? undefined : '60');
  });

  test('is one that systemd understands', ({ skip }) => {
    skip(!systemd, 'There is no systemd here.');
    const file = join(folder, name);
    // What it starts is not installed on this machine.
    const here = text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true').replace(/^Work.*\n/m, '');
    writeFileSync(file, here);
    const done = spawnSync('systemd-analyze', ['verify', '--man=no', file]);
    expect({ status: done.status, err: String(done.stderr) }).toEqual({ status: 0, err: '' });
  });
});
