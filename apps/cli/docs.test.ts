/** The commands of docs/ do what the pages say, in their order, in front of a Jira. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSource, type Source } from './mirror/testing/source.ts';
import { commandsOf, type Machine, openMachine } from './testing/docs-shell.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const PASSWORD = 'a long password';
const TOKEN = 'a-token-of-the-mirror';
const MINUTE = 60_000;
let jira: Source;
let dataCenter: Source;
let machine: Machine;
let port: number;

beforeAll(async () => {
  jira = await openSource(demoRecords({ seed: 5, asOf, size: 120 }), { now: asOf });
  const records = [...demoRecords({ seed: 5, asOf, size: 30 })];
  dataCenter = await openSource(records, { flavour: 'data-center', now: asOf });
  port = await freePort();
  machine = openMachine(port);
  machine.names.set('https://example.atlassian.net', jira.url);
  machine.names.set('https://jira.example.com/jira', dataCenter.url);
  machine.names.set('https://jira.example.com', dataCenter.url);
  machine.names.set('TOKEN=...', `TOKEN=${TOKEN}`);
}, MINUTE);
afterAll(async () => {
  await machine.close();
  await jira.close();
  await dataCenter.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** As a browser at the public address, behind its proxy. */
function ask(path: string, host = 'reports.example.com') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { host, 'x-forwarded-proto': 'https' };
    const call = request({ host: '127.0.0.1', port, path, headers }, reply => {
      let text = '';
      reply.on('data', part => (text += part));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end();
  });
}

async function untilReady(): Promise<void> {
  await expect
    .poll(
      () =>
        ask('/ready').then(
          ({ status, text }) => (status === 200 ? 'ready' : text),
          () => 'no server',
        ),
      { timeout: MINUTE, interval: 200 },
    )
    .toBe('ready');
}

/** Issues of the query in `mirror.env`. */
async function copied(): Promise<number> {
  const viewer = { userId: null, zone: 'UTC' };
  return jira.store.jql.count({ jql: 'project in (WEB, OPS)', viewer, now: asOf });
}

const good = { code: 0, err: '' };

describe('docs/deploy.md, systemd', () => {
  const [install = '', account = '', look = ''] = commandsOf('deploy.md', 'systemd');

  test('installs files that only root can read', async () => {
    expect(await machine.run(install, TOKEN)).toMatchObject(good);
    for (const name of ['mirror.env', 'server.env', 'jira-token'])
      expect(statSync(machine.path(`/etc/tallyboard/${name}`)).mode & 0o777, name).toBe(0o600);
    expect(machine.read('/etc/tallyboard/jira-token')).toBe(`${TOKEN}\n`);
    expect(machine.read('calls').split('\n')).toEqual(
      expect.arrayContaining(['npm ci', 'npm run build', 'systemctl daemon-reload']),
    );
  });

  test('starts a mirror and a server in which the first account can sign in', async () => {
    const done = await machine.run(account, PASSWORD);
    expect(done).toMatchObject({ code: 0, err: "'ana' can sign in.\n" });
    const enabled = /^systemctl enable --now (.+)$/m.exec(machine.read('calls'))?.[1] ?? '';
    expect(enabled.split(' ')).toEqual(['tallyboard-mirror', 'tallyboard']);
    for (const unit of enabled.split(' ')) machine.start(unit);
    await untilReady();
    expect((await ask('/sign-in')).text).toContain('name="password"');
    expect((await ask('/reports')).status).toBe(303);
  });

  test('shows the state of the mirror, and links the account', async () => {
    await expect
      .poll(async () => (await machine.run(look)).out, { timeout: MINUTE, interval: 500 })
      .toMatch(/issues, histories, worklogs, running sprints +\d{4}-/);
    expect((await machine.run(look)).out).toMatch(
      /^ana +admin +password +5b10ac8d82e05b22cc7d4ef5/m,
    );
  });
});

test(
  'docs/deploy.md, upgrade: a backup, a new version, and both units again',
  async () => {
    const [upgrade = ''] = commandsOf('deploy.md', 'Upgrade and downgrade');
    const { code, err } = await machine.run(upgrade);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(
      statSync(machine.path('/var/lib/tallyboard/before-upgrade.jsonl.gz')).size,
    ).toBeGreaterThan(0);
    expect(machine.read('calls').trim().split('\n').slice(-6)).toEqual([
      'systemctl stop tallyboard tallyboard-mirror',
      'git pull',
      'npm ci',
      'npm run build',
      'systemctl daemon-reload',
      'systemctl start tallyboard-mirror tallyboard',
    ]);
  },
  MINUTE,
);

describe('docs/deploy.md, backups', () => {
  test('are written each day', async () => {
    const [daily = ''] = commandsOf('deploy.md', 'Every day');
    const { code, err } = await machine.run(daily);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const today = execFileSync('date', ['+%F'], { encoding: 'utf8' }).trim();
    const file = machine.path(`/var/backups/tallyboard/${today}.jsonl.gz`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('are restored by the drill', async () => {
    const [drill = ''] = commandsOf('deploy.md', 'Drill');
    const done = await machine.run(drill);
    expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' });
    expect(done.out).toMatch(new RegExp(`^${await copied()}$`, 'm'));
    await machine.stop();
    expect(done.out).toMatch(/^ana +admin/m);
  });
});

describe('docs/self-hosting.md', () => {
  afterEach(() => machine.stop());
  const [ofCloud = '', ofDataCenter = ''] = commandsOf(
    'self-hosting.md',
    'In one minute, on your machine',
  );

  test.each([
    ['Cloud', ofCloud],
    ['Data Center', ofDataCenter],
  ])('in one minute: %s', async (_, commands) => {
    expect(await machine.run(commands)).toMatchObject(good);
    await untilReady();
    const fields = await ask('/rest/api/2/field', `localhost:${port}`);
    expect([fields.status, fields.text.includes('customfield_')]).toEqual([200, true]);
  });

  test('for a team', async () => {
    const [team = ''] = commandsOf('self-hosting.md', 'For a team');
    expect((await machine.run(team, PASSWORD)).err).toBe("'ana' can sign in.\n");
    await untilReady();
    expect((await ask('/reports')).status).toBe(303);
    expect((await ask('/sign-in')).text).toContain('name="password"');
  });
});

describe('docs/mirror.md and docs/sign-in.md', () => {
  test('a mirror, and its accounts', async () => {
    const [mirror = ''] = commandsOf('mirror.md', 'A mirror of a Jira');
    expect(await machine.run(mirror)).toMatchObject(good);
    await untilReady();
    const [status = ''] = commandsOf('mirror.md', 'What goes stale');
    await expect
      .poll(async () => (await machine.run(status)).out, { timeout: MINUTE, interval: 500 })
      .toMatch(/issues, histories, worklogs, running sprints +\d{4}-/);
    await machine.stop();
    const [roles = ''] = commandsOf('sign-in.md', 'Roles');
    await machine.run('npx tallyboard password ana@example.com --data ./mirror', PASSWORD);
    expect(await machine.run(roles)).toMatchObject(good);
    const [link = ''] = commandsOf('sign-in.md', 'Users of Jira');
    const linked = await machine.run(link);
    expect(linked.code).toBe(0);
    expect(linked.out).toMatch(/^ana@example.com +admin +password +5b10ac8d82e05b22cc7d4ef5/m);
    const [audit = ''] = commandsOf('sign-in.md', 'Audit');
    const asked = await machine.run(audit);
    expect(asked.out).toMatch(/password set +ana/);
  });
});

test('the units and scripts are those that the pages name', () => {
  const deploy = join(import.meta.dirname, '../../deploy');
  const page = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');
  for (const name of ['tallyboard-admin', 'tallyboard-backup'])
    expect([statSync(join(deploy, name)).mode & 0o111, page.includes(`deploy/${name}`)]).toEqual([
      0o111,
      true,
    ]);
});
