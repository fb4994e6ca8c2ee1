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
  });

  test('an alert is tried, made, waited for and removed', async () => {
    const figure = 'measure:resolved/percent';
    const rule = ['--figure', figure, '--above', '0'];
    const onAlerts = (...args: string[]) => run('alert', ...args, ...at());
    const said = async (...args: string[]) => {
      const { code, out: words, err } = await onAlerts(...args);
      expect([code, err]).toEqual([0, '']);
      return words.trim();
    };
    expect(await said('back-test', name, ...rule, '--days', '30')).toContain('in the last 30 days');
    const alert = await said('add', name, ...rule, '--hold', '2', '--to', 'folder:alerts');
    expect(await said('list', name)).toMatch(
      new RegExp(`^${alert} +${name} +${figure} +above 0, for 2`, 'm'),
    );
    const again = JSON.parse(await said('back-test', alert, '--days', '30', '--format', 'json'));
    expect(again).toMatchObject({
      savedReport: kind === 'data' ? 'data0000' : 'server00',
      figure,
    });
    const id = await told(
      ...['add', name, '--event', 'alert', '--of', name, '--back', '--to', `folder:${kind}`],
    );
    expect(await told('list', name)).toContain(
      `When the alert on '${name}' fires, and when it is back: ${figure} above 0, for 2 more days`,
    );
    await told('remove', id);
    await said('remove', alert);
    expect(await said('list')).not.toContain(alert);
    for (const [args, words] of [
      [['remove', alert], /no (such )?alert/],
      [['add', name, ...rule, '--limits'], /Give one condition/],
      [['back-test', name, ...rule, '--days', '731'], /--days is a whole number from 1 to 730/],
    ] as const)
      expect(await onAlerts(...args)).toMatchObject({ err: expect.stringMatching(words) });
    if (kind === 'server')
      expect(await onAlerts('check')).toMatchObject({
        code: 2,
        err: expect.stringContaining("'check' goes with --data"),
      });
  });

  test('what cannot be is said once, in a sentence', async () => {
    const id = await told('add', name, ...ADD, '--to', `folder:${kind}`);
    for (const [args, words] of [
      [['add', name, '--cron', 'monday', '--to', 'folder:a'], /'monday' is not five fields/g],
      [['add', name, ...ADD, '--to', 'nobody'], /'nobody' is neither an account/g],
      [['add', name, ...ADD, '--to', 'folder:a', '--as', 'docx'], /'docx' is none of/g],
      [['add', name, ...ADD, '--event', 'alert', '--to', 'folder:a'], /either a schedule or an/g],
      [['add', name, '--event', 'alert', '--to', 'folder:a'], /Give the id of the alert/g],
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
