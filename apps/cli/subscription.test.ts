/** Subscriptions by the command line: of a data folder, and of a server. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { createServer, type Server } from '@tallyboard/server/server.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-subscription-'));
const out = join(folder, 'out');
const place = { file: join(folder, 'tallyboard.db') };
const ADD = ['--cron', '0 8 * * MON', '--zone', 'UTC'];
let server: Server;
let address: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const store = await openStore(place);
  await store.ingest([...demoRecords({ seed: 5, asOf: now, size: 100 })]);
  for (const id of ['data0000', 'server00'])
    await store.savedReports.save({
      id,
      name: id === 'data0000' ? 'Look of data' : 'Look of server',
      ownerId: 'ana',
      description: '',
      view: { report: 'overview', jql: '' },
      version: 0,
      updatedMs: 1,
      shares: [{ kind: 'everyone', name: '', edit: false }],
    });
  server = await createServer({
    store,
    place,
    webRoot: join(import.meta.dirname, '../web/public'),
    log: false,
    delivery: { mail: null, webhookHosts: [], folder: out },
  });
  address = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
});
beforeEach(() => {
  vi.stubEnv('TALLYBOARD_DELIVERY_FOLDER', out);
});
afterAll(async () => {
  await server.stop();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['data', () => ['--data', folder]],
  ['server', () => ['--url', address]],
] as const)('of a %s', (kind, at) => {
  const name = `Look of ${kind}`;
  const tell = (...args: string[]) => run('subscription', ...args, ...at());
  async function told(...args: string[]): Promise<string> {
    const { code, out: words, err } = await tell(...args);
    // Whom the report is not released to is told where a subscription is added.
    expect([code, args[0] === 'add' ? '' : err]).toEqual([0, '']);
    return words.trim();
  }

  test('one is made, paused, resumed, tried and removed', async () => {
    const added = await tell('add', name, ...ADD, '--to', `folder:${kind}`);
    expect(added).toMatchObject({
      code: 0,
      err: `folder ${kind}: nothing is sent until an administrator releases it, with 'tallyboard subscription release'.\n`,
    });
    const id = added.out.trim();
    expect(await told('list', name)).toContain(`folder ${kind} (not released)`);
    expect(await told('pause', id)).toBe('paused');
    expect(await told('list', kind === 'data' ? name : 'server00')).toMatch(/paused +- /);
    expect(await told('resume', id)).toBe('active, next 2026-06-22 08:00 UTC');
    const refused = await tell('test', id);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('no administrator has released the saved report');
    await told('release', name);
    expect(await told('list', name)).not.toContain('not released');
    vi.setSystemTime(Date.now() + 1000);
    expect(await told('test', id)).toMatch(/test +folder \w+ +sent +1 +-$/);
    expect(readdirSync(join(out, kind))).toHaveLength(1);
    const history = JSON.parse(await told('history', id, '--format', 'json'));
    expect(history.runs.map((each: { messages: { state: string }[] }) => each.messages)).toEqual([
      [expect.objectContaining({ state: 'sent' })],
      [expect.objectContaining({ state: 'skipped' })],
    ]);
    await told('end-release', name);
    await told('remove', id);
    expect((await tell('history', id)).code).toBe(1);
    expect(await told('list', name)).not.toContain(id);
  }, 60_000);

  test('what cannot be is said once, in a sentence', async () => {
    const id = await told('add', name, ...ADD, '--to', `folder:${kind}`);
    for (const [args, words] of [
      [['add', name, '--cron', 'monday', '--to', 'folder:a'], /'monday' is not five fields/g],
      [['add', name, ...ADD, '--to', 'nobody'], /'nobody' is neither an account/g],
      [['test', id, '--to', 'nobody'], /none of (its|the) recipients/g],
      [['pause', 'missing'], /no (such )?subscription/g],
      [['add', 'Nothing', ...ADD, '--to', 'folder:a'], /no saved report/g],
    ] as const) {
      const { code, err } = await tell(...args);
      expect(code, args.join(' ')).toBeGreaterThan(0);
      expect(err.match(words) ?? [], err).toHaveLength(1);
    }
    await told('remove', id);
  });
});
