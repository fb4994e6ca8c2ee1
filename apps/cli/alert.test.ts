/** Alerts over a data folder: a back-test, and the same days one after another. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import type { AlertJson } from '@tallyboard/service-kit/alerts/alerts.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { AlertBackTest } from './commands/delivery/server-alerts.ts';
import { run } from './testing/run.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-alert-'));
const DATA = ['--data', folder];
let store: Store;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  store = await openStore({ file: join(folder, 'tallyboard.db') });
  await store.ingest([...demoRecords({ seed: 5, asOf: now, size: 400 })]);
  const own = { ownerId: 'ana', description: '', shares: [], version: 0, updatedMs: 1 };
  const views = {
    Ages: { report: 'wip-age', jql: '' },
    Weeks: { report: 'throughput', jql: '', settings: { lastDays: 365 } },
    People: { report: 'by-assignee', jql: 'project = WEB' },
    Epics: { report: 'programme', jql: '' },
    Text: { report: 'text' },
  };
  for (const [name, view] of Object.entries(views))
    await store.savedReports.save({ ...own, id: `saved${name}`, name, view });
});
afterAll(async () => {
  vi.useRealTimers();
  await store.close();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  vi.setSystemTime(now);
  for (const { id } of await store.alerts.all()) {
    await store.outbox.cancel(`alert:${id}`, 'Tested.', now);
    await store.alerts.remove(id);
  }
});

async function alert(...args: string[]): Promise<string> {
  const { code, out, err } = await run('alert', ...args, ...DATA);
  expect([code, err]).toEqual([0, '']);
  return out;
}

const json = async <Told>(...args: string[]): Promise<Told> =>
  JSON.parse(await alert(...args, '--format', 'json'));

const listed = async () => (await json<{ alerts: AlertJson[] }>('list')).alerts;

interface Checked {
  readonly events: readonly { readonly kind: string; readonly day: string }[];
}

const RULES = {
  threshold: ['Ages', '--figure', 'count', '--above', '5', '--back', '3', '--hold', '1'],
  limits: ['Weeks', '--figure', 'finished', '--limits'],
} as const;

test.each(Object.entries(RULES))(
  'live, day by day, tells what the back-test says: %s',
  async (_, rule) => {
    const days = 45;
    const tested = await json<AlertBackTest>('back-test', ...rule, '--days', String(days));
    const id = (await alert('add', ...rule, '--to', 'folder:alerts')).trim();
    const live: unknown[] = [];
    for (let back = days - 1; back >= 0; back--) {
      vi.setSystemTime(now - back * DAY);
      const { events } = await json<Checked>('check');
      live.push(...events.map(({ kind, day }) => [kind, day]));
      // What was told is not told again.
      if (events.length > 0) expect((await json<Checked>('check')).events).toEqual([]);
    }
    expect(live).toEqual(tested.events.map(({ kind, day }) => [kind, day]));
    expect(live.length).toBeGreaterThan(0);
    const told = tested.events.filter(({ kind }) => kind === 'crossed' || kind === 'back');
    const messages = await store.outbox.ofOrigin(`alert:${id}`, 100);
    expect(messages).toHaveLength(told.length);
    expect(new Set(messages.map(each => each.id)).size).toBe(told.length);
  },
);

test('a message has the figure, its story and the issues', async () => {
  const id = (
    await alert('add', 'Ages', '--figure', 'count', '--above', '0', '--to', 'folder:alerts')
  ).trim();
  vi.stubEnv('TALLYBOARD_DELIVERY_FOLDER', join(folder, 'sent'));
  await alert('check');
  vi.unstubAllEnvs();
  const { out } = await run('report', 'Ages', '--as-of', '2026-06-16', '--format', 'json', ...DATA);
  const issues = JSON.parse(out).figures.find((each: { key: string }) => each.key === 'count')
    .issues as number;
  expect(await store.outbox.ofOrigin(`alert:${id}`, 10)).toMatchObject([{ state: 'sent' }]);
  const [name = ''] = readdirSync(join(folder, 'sent', 'alerts'));
  const html = readFileSync(join(folder, 'sent', 'alerts', name, 'report.html'), 'utf8');
  expect(html).toContain(`In progress is ${issues} on 16 Jun 2026; told when above 0.`);
  expect(html).toMatch(/since (15 June|Jun 15)|as on (15 June|Jun 15)|Explained/);
  expect(new Set(html.match(/>[A-Z]+-\d+</g)).size).toBe(issues);
});

test('a list says what an alert is in, and since when', async () => {
  await alert('add', 'Ages', '--figure', 'count', '--above', '0', '--to', 'folder:alerts');
  expect(await listed()).toMatchObject([{ name: 'Ages', state: 'new', why: null, day: null }]);
  await alert('check');
  expect(await listed()).toMatchObject([{ state: 'firing', day: '2026-06-16' }]);
});

test('a figure that is gone mutes the alert with the reason', async () => {
  await alert('add', 'Ages', '--figure', 'count', '--above', '0', '--to', 'folder:alerts');
  const saved = await store.savedReports.get('savedAges');
  if (!saved) throw new Error('The saved report is missing.');
  const text = { ...saved, view: { report: 'text' } };
  await store.savedReports.save(text);
  await alert('check');
  expect(await listed()).toMatchObject([
    { state: 'muted', why: expect.stringContaining("'text' has no figures") },
  ]);
  await store.savedReports.save({ ...saved, version: saved.version + 1 });
  vi.setSystemTime(now + DAY);
  await alert('check');
  expect((await listed())[0]).toMatchObject({ state: 'firing', why: null });
});

test('no alert on a single person where the policy forbids it', async () => {
  const { figures } = JSON.parse((await run('report', 'People', '--format', 'json', ...DATA)).out);
  const person = figures
    .map(({ key }: { key: string }) => key)
    .find((key: string) => /^assignee:\w/.test(key));
  const rule = ['People', '--figure', person, '--above', '1000'];
  await alert('back-test', ...rule, '--days', '1');
  await store.properties.set(`addon:${ADDON_KEYS.standard}`, 'global-settings', {
    figuresOnPeople: 'own-and-groups',
  });
  for (const step of ['add', 'back-test']) {
    const { code, err } = await run('alert', step, ...rule, ...DATA);
    expect(code).toBe(1);
    expect(err).toMatch(/allows no alert on a single person|has no figure/);
  }
  await store.properties.delete(`addon:${ADDON_KEYS.standard}`, 'global-settings');
});

test('a share is looked at in percent', async () => {
  const { out } = await run('report', 'programme', '--jql', '', ...DATA, '--format', 'json');
  const { figures } = JSON.parse(out) as { figures: { key: string; value: number }[] };
  const share = figures.find(({ key }) => key === 'progress')?.value ?? 0;
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(1);
  const rule = ['Epics', '--figure', 'progress', '--above', '1', '--days', '1'];
  const { events } = await json<AlertBackTest>('back-test', ...rule);
  expect(events).toEqual([expect.objectContaining({ kind: 'crossed' })]);
  expect(Math.abs(Number(events[0]?.value) - 100 * share)).toBeLessThan(3);
  await alert('add', ...rule.slice(0, 5), '--to', 'folder:shares');
  vi.stubEnv('TALLYBOARD_DELIVERY_FOLDER', join(folder, 'sent'));
  await alert('check');
  vi.unstubAllEnvs();
  const [name = ''] = readdirSync(join(folder, 'sent', 'shares'));
  const html = readFileSync(join(folder, 'sent', 'shares', name, 'report.html'), 'utf8');
  expect(html).toMatch(/Progress · Total is [\d.]+% on 16 Jun 2026; told when above 1\./);
});

test('chance is told of the periods of days on which there were issues', async () => {
  const tested = await json<AlertBackTest>(
    'back-test',
    'Weeks',
    '--figure',
    'finished',
    '--limits',
  );
  const [reason] = tested.reasons;
  expect(reason?.reason).toMatch(/^No issue existed on that day/);
  // The report shows 365 days, of which the first that there is has those before the first issue.
  const weeks = (365 + 365 - (reason?.days ?? 0)) / 7;
  const values = tested.falseAlarms?.values ?? 0;
  expect(Math.abs(values - weeks)).toBeLessThan(2);
});

test.each([
  [
    ['add', 'Ages', '--figure', 'count'],
    /--above: Give one condition: above, below, service-level/,
  ],
  [['add', 'Ages', '--figure', 'count', '--service-level', '120'], /--service-level: A target is/],
  [['add', 'Ages', '--figure', 'count', '--above', '1', '--limits'], /Give one condition/],
  [['add', 'Ages', '--above', '1'], /--figure: Name the figure/],
  [
    ['add', 'Ages', '--figure', 'nothing', '--above', '1'],
    /has no figure 'nothing'. Its figures: count/,
  ],
  [['add', 'Ages', '--figure', 'count', '--limits'], /no figures by period/],
  [
    ['add', 'Weeks', '--figure', 'nothing', '--limits'],
    /has no series 'nothing'. Its figures by period: finished/,
  ],
  [
    ['add', 'Ages', '--figure', 'count', '--above', '5', '--back', '6'],
    /--back: An alert above 5 is over at 5 or less/,
  ],
  [['add', 'Ages', '--figure', 'count', '--above', 'x'], /--above: 'x' is no number/],
  [['add', 'Ages', '--figure', 'count', '--after', 'x'], /--after: 'x' is no day/],
  [['add', 'Ages', '--figure', 'count', '--above', '1', '--hold', '-1'], /--hold/],
  [
    ['add', 'Ages', '--figure', 'count', '--above', '1', '--to', 'nobody'],
    /--to: 'nobody' is neither an account/,
  ],
  [['add', 'Text', '--figure', 'count', '--above', '1'], /'text' has no figures/],
  [['remove', 'nothing'], /There is no alert 'nothing'/],
  [['back-test', 'nothing', '--figure', 'count', '--above', '1'], /nothing/],
])('%j is refused in words', async (args, words) => {
  const { code, err } = await run('alert', ...args, ...DATA);
  expect([1, 2]).toContain(code);
  expect(err).toMatch(words);
  expect(err).not.toMatch(/ at .*\.ts/);
  expect(await store.alerts.all()).toEqual([]);
});
