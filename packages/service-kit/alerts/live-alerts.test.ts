/** Alerts on a mirror that falls behind, and of two servers over one database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Observation } from '@tallyboard/core/alerts/alert-machine.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { TestPostgres } from '@tallyboard/replica/store/testing/postgres.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { addDigests } from '../delivery/daily-cap.ts';
import type { Message } from '../delivery/message.ts';
import type { Recipient } from '../delivery/recipients.ts';
import { beginAlertRuns, withAlertId } from '../subscriptions/alert-event.ts';
import { type Definition, isProblem, readDefinition } from '../subscriptions/definition.ts';
import { doRuns, planRuns, type RunParts } from '../subscriptions/run-subscriptions.ts';
import { newSubscription, subscriptionJson } from '../subscriptions/subscriptions.ts';
import { alertOrigin, newAlert } from './alerts.ts';
import { type CheckParts, checkAlert, tellEvents } from './check-alert.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.parse('2026-06-01') / DAY;
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-live-alerts-'));
const stores: Store[] = [];
const postgres = { place: null as TestPostgres | null };

/** Two servers over one database; null where there is no PostgreSQL that two can share. */
async function openBoth(engine: 'SQLite' | 'PostgreSQL'): Promise<readonly Store[] | null> {
  postgres.place = engine === 'PostgreSQL' ? sharedPostgres() : null;
  const databaseUrl = await postgres.place?.database();
  if (databaseUrl === null) return null;
  const place = databaseUrl ? { databaseUrl } : { file: join(folder, 'tallyboard.db') };
  for (const _ of ['one', 'other']) stores.push(await openStore(place));
  const own = { description: '', shares: [], version: 0, updatedMs: 1, ownerId: 'ana' };
  const view = { report: 'throughput', jql: '', settings: {} };
  await stores[0]?.savedReports.save({ ...own, id: 'weeks', name: 'Weeks', view });
  return stores;
}
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await postgres.place?.stop();
  rmSync(join(folder, 'tallyboard.db'), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

const STALE = 'The data of the mirror are of Jun 2, 2026 20:00.';

/** The figure of each day; null while the mirror lacks the day. */
function server(
  store: Store,
  clock: { at: number },
  values: (day: number, reader: string | null) => number | null,
) {
  const observe = (day: number, reader: string | null): Observation => {
    const value = values(day, reader);
    const at = (FIRST + day + 1) * DAY - 1;
    const stale = value === null;
    return { at, day: FIRST + day, value: value ?? 0, muted: stale ? STALE : null, stale };
  };
  const parts: CheckParts = {
    store,
    now: () => clock.at,
    linkOf: () => null,
    targetOf: async () => ({ kind: 'folder', path: 'alerts' }),
    async compute({ ask, now }, reader) {
      if (ask.kind === 'tell')
        return { told: { name: 'Resolved', text: '9', issues: [], story: null } };
      if (ask.kind !== 'observe') throw new Error(ask.kind);
      const today = Math.floor(now / DAY) - FIRST;
      const from = ask.lastDay === null ? today - 1 : ask.lastDay + 1 - FIRST;
      const days = Array.from({ length: Math.max(0, today - from) }, (_, at) => from + at);
      return { zone: 'UTC', observations: days.map(day => observe(day, reader)) };
    },
  };
  return parts;
}

async function made(recipients: readonly Recipient[] = [{ kind: 'folder', path: 'alerts' }]) {
  const definition = {
    figure: 'resolved',
    condition: { kind: 'above', value: 5, back: 5 },
    holdDays: 0,
    recipients,
  } as const;
  const alert = newAlert({ owner: null, report: 'weeks', definition }, FIRST * DAY);
  await stores[0]?.alerts.add(alert);
  return alert;
}

const round = async (parts: CheckParts, alert: Awaited<ReturnType<typeof made>>) => {
  await checkAlert(parts, alert);
  await tellEvents(parts);
};

test('stale data mute an alert once, with the reason, six hours after the day; then it goes on', async () => {
  const [store] = (await openBoth('SQLite')) ?? [];
  if (!store) throw new Error('There is no store.');
  const alert = await made();
  const clock = { at: 0 };
  let reached = 1;
  const parts = server(store, clock, day => (day > reached ? null : day >= 4 ? 2 : 9));
  const kinds = async () =>
    (await store.alerts.events(alert.id, 99))
      .map(({ kind, day, text }) => [day - FIRST, kind, text])
      .sort(([a], [b]) => Number(a) - Number(b));
  const messages = async () => (await store.outbox.ofOrigin(alertOrigin(alert), 99)).length;
  const look = async (day: number, hour: number) => {
    clock.at = (FIRST + day) * DAY + hour * HOUR;
    await round(parts, alert);
  };
  await look(2, 1);
  expect([await kinds(), await messages()]).toEqual([[[1, 'crossed', null]], 1]);
  // The data of day 2 may still come.
  await look(3, 5);
  expect(await kinds()).toHaveLength(1);
  await look(3, 7);
  await look(3, 9);
  await look(4, 7);
  expect((await store.alerts.state(alert.id, ''))?.muted).toBe(STALE);
  expect(await kinds()).toEqual([
    [1, 'crossed', null],
    [2, 'muted', STALE],
  ]);
  expect((await store.alerts.state(alert.id, ''))?.firing).toBe(true);
  reached = 9;
  await look(5, 1);
  await look(6, 1);
  expect((await kinds()).map(([day, kind]) => `${day} ${kind}`).sort()).toEqual(
    ['1 crossed', '2 muted', '4 back', '4 unmuted'].sort(),
  );
  // Crossed and back: nobody is told that it was muted.
  expect(await messages()).toBe(2);
});

test('a clock that was a year ahead ends no alert', async () => {
  const [store] = (await openBoth('SQLite')) ?? [];
  if (!store) throw new Error('There is no store.');
  const alert = await made();
  const clock = { at: 0 };
  // What is known of day 3 once it is over.
  const isAhead = () => clock.at > (FIRST + 99) * DAY;
  const parts = server(store, clock, day => (day === 3 && !isAhead() ? 9 : 2));
  for (const day of [2, 367, 3, 4, 5]) {
    clock.at = (FIRST + day) * DAY + HOUR;
    await round(parts, alert);
  }
  const events = await store.alerts.events(alert.id, 99);
  expect(events.map(({ day, kind }) => [day - FIRST, kind]).sort()).toEqual([
    [3, 'crossed'],
    [4, 'back'],
  ]);
});

test('an event that cannot be told now is told later, and keeps no other one back', async () => {
  const [store] = (await openBoth('SQLite')) ?? [];
  if (!store) throw new Error('There is no store.');
  const alerts = [await made(), await made(), await made()];
  const clock = { at: (FIRST + 2) * DAY + HOUR };
  const parts = server(store, clock, () => 9);
  const problems = new Map<number, () => object>([
    [0, () => Promise.reject(new Error('The process ended.'))],
    [1, () => ({ problem: 'The rights are being read.', isUnknown: true })],
  ]);
  let tells = 0;
  const failing: CheckParts = {
    ...parts,
    compute: async (job, reader) => {
      const problem = job.ask.kind === 'tell' ? problems.get(tells++) : undefined;
      return problem?.() ?? parts.compute(job, reader);
    },
  };
  for (const alert of alerts) await checkAlert(parts, alert);
  const sent = async () =>
    (await Promise.all(alerts.map(each => store.outbox.ofOrigin(alertOrigin(each), 9)))).map(
      ({ length }) => length,
    );
  await expect(tellEvents(failing)).rejects.toThrow('The process ended.');
  expect((await sent()).sort()).toEqual([0, 0, 1]);
  await tellEvents(failing);
  expect(await sent()).toEqual([1, 1, 1]);
});

test('an alert beyond 20 messages of its recipient in a day is held back for a digest', async () => {
  const [store] = (await openBoth('SQLite')) ?? [];
  if (!store) throw new Error('There is no store.');
  const alert = await made();
  const clock = { at: (FIRST + 2) * DAY + HOUR };
  const sends = { target: '{}', content: '{}' };
  for (let at = 0; at < 20; at++)
    await store.outbox.add({
      id: `${at}`,
      origin: 'subscription:1',
      run: `${at}`,
      recipient: 'folder alerts',
      detail: '',
      createdMs: clock.at - HOUR,
      sends,
    });
  await round(
    server(store, clock, () => 9),
    alert,
  );
  clock.at += HOUR;
  await addDigests(store.outbox, clock.at);
  const found = await store.outbox.lease(clock.at, 99);
  const [{ content } = { content: '{}' }] = found.filter(({ origin }) => origin === 'digest');
  expect(JSON.parse(content).message).toMatchObject({
    subject: '1 message held back',
    summary: ['You got 20 messages in a day. Another one was held back:'],
    table: { rows: [['2026-06-03 01:00', 'Alert: Weeks, Resolved 9']] },
  });
});

const ENGINES = ['SQLite', 'PostgreSQL'] as const;

test.for(ENGINES)('two servers over one %s send one message', async (engine, { skip }) => {
  if (!(await openBoth(engine))) return skip('There is no PostgreSQL here.');
  const alert = await made();
  const clock = { at: (FIRST + 2) * DAY + HOUR };
  const both = stores.map(store => server(store, clock, day => (day % 2 === 1 ? 9 : 2)));
  for (let day = 2; day < 8; day++) {
    clock.at = (FIRST + day) * DAY + HOUR;
    await Promise.all([...both, ...both].map(parts => round(parts, alert)));
  }
  const [store] = stores;
  const events = (await store?.alerts.events(alert.id, 99)) ?? [];
  // Above on days 1, 3 and 5, back on 2, 4 and 6.
  expect(events.map(({ day, kind }) => `${day - FIRST} ${kind}`).sort()).toEqual([
    '1 crossed',
    '2 back',
    '3 crossed',
    '4 back',
    '5 crossed',
    '6 back',
  ]);
  const messages = (await store?.outbox.ofOrigin(alertOrigin(alert), 99)) ?? [];
  expect(messages).toHaveLength(6);
});

const ANA = { kind: 'account', account: 'ana' } as const;
const BEN = { kind: 'account', account: 'ben' } as const;
const OUTSIDE = { kind: 'folder', path: 'out' } as const;

const visitor = (account: string): Visitor => ({
  account,
  name: account,
  signedIn: true,
  role: 'editor',
  issuer: null,
  subject: null,
  groups: [],
  jiraAccountId: null,
});

const MESSAGE: Message = {
  subject: 'Weeks',
  summary: [],
  figures: [],
  table: null,
  notes: [],
  picture: null,
  files: [],
  link: null,
  event: { type: 'report.sent', data: {} },
};

const runs = (store: Store, clock: { at: number }): RunParts => ({
  store,
  visitorOf: async account => visitor(account),
  compute: async () => ({ message: MESSAGE, partial: null }),
  problemOf: () => null,
  base: null,
  jira: null,
  isSite: false,
  now: () => clock.at,
  onError(error) {
    throw error;
  },
});

/** Figures of days 1 to 5; the alert is above 5. */
const FIGURES: Readonly<Record<string, readonly number[]>> = {
  ana: [9, 9, 2, 9, 9],
  ben: [2, 9, 9, 2, 2],
};

test.for(ENGINES)(
  'subscriptions to an alert on %s run once for each crossing and recipient',
  async (engine, { skip }) => {
    const [store, other] = (await openBoth(engine)) ?? [];
    if (!store || !other) return skip('There is no PostgreSQL here.');
    const alert = await made([ANA]);
    const clock = { at: (FIRST + 2) * DAY };
    const subscribe = async (recipients: Definition['recipients'], back: boolean) => {
      const when = { event: 'alert', of: alert.id, back } as const;
      const definition = { when, recipients, file: null };
      const one = await newSubscription(
        store,
        { owner: 'ana', report: 'weeks', definition },
        clock.at,
      );
      await store.subscriptions.save(one);
      return one.id;
    };
    const all = await subscribe([ANA, BEN, OUTSIDE], true);
    const fired = await subscribe([BEN], false);
    const both = [store, other].map(one => ({
      alerts: server(one, clock, (day, reader) => FIGURES[reader ?? '']?.[day - 1] ?? 0),
      runs: runs(one, clock),
    }));
    const look = async (each: (typeof both)[number]) => {
      await round(each.alerts, alert);
      await planRuns(each.runs);
      await doRuns(each.runs);
    };
    for (let day = 2; day < 7; day++) {
      clock.at = (FIRST + day) * DAY + HOUR;
      await Promise.all([...both, ...both].map(look));
      await look(both[0]!);
    }
    const told = async (id: string) => {
      const found = await store.outbox.ofOrigin(`subscription:${id}`, 99);
      return found.map(({ run, recipient }) => `${run.slice(0, 10)} ${recipient}`).sort();
    };
    // The owner's figures decide for a recipient without an account.
    const causes = (await store.subscriptions.runs(all, 99)).map(({ recipient, cause }) => [
      recipient,
      cause,
    ]);
    const rule = 'resolved above 5.';
    expect(causes.sort()).toEqual(
      [
        ['ana', `The alert on 'Weeks' fired on 2 Jun 2026: ${rule}`],
        ['folder out', 'An alert fired on 2 Jun 2026.'],
        ['ben', `The alert on 'Weeks' fired on 3 Jun 2026: ${rule}`],
        ['ana', `The alert on 'Weeks' was back on 4 Jun 2026: ${rule}`],
        ['folder out', 'An alert was back on 4 Jun 2026.'],
        ['ana', `The alert on 'Weeks' fired on 5 Jun 2026: ${rule}`],
        ['folder out', 'An alert fired on 5 Jun 2026.'],
        ['ben', `The alert on 'Weeks' was back on 5 Jun 2026: ${rule}`],
      ].sort(),
    );
    expect(await told(all)).toHaveLength(8);
    expect(await told(fired)).toEqual(['2026-06-03 ben']);
    // The alert itself tells Ana alone.
    const own = await store.outbox.ofOrigin(alertOrigin(alert), 99);
    expect(own.map(({ recipient }) => recipient)).toEqual(['ana', 'ana', 'ana']);

    // Told again after a crash, when the report has another name.
    const [saved, events] = await Promise.all([
      store.savedReports.get('weeks'),
      store.alerts.events(alert.id, 99),
    ]);
    for (const event of events)
      await beginAlertRuns(store, event, {
        alert,
        saved: { ...saved!, name: 'Renamed' },
        now: clock.at,
      });
    expect(await store.subscriptions.runs(all, 99)).toHaveLength(8);

    const shown = async () => subscriptionJson(store, (await store.subscriptions.get(all))!);
    expect((await shown()).whenText).toBe(
      "When the alert on 'Weeks' fires, and when it is back: resolved above 5",
    );
    await store.alerts.remove(alert.id);
    await Promise.all(both.map(look));
    expect(await shown()).toMatchObject({
      state: 'ended',
      why: 'The alert that it waited for was removed.',
    });
    const [end] = await store.subscriptions.runs(all, 1);
    expect(end).toMatchObject({
      cause: 'ended',
      detail: 'The alert that it waited for was removed.',
    });
  },
);

test('an alert is named by its id, or by the saved report that has no other', async () => {
  const [store] = (await openBoth('SQLite')) ?? [];
  if (!store) throw new Error('There is no store.');
  const { id } = await made();
  const given = { event: 'alert', of: 'weeks', to: 'folder:out' };
  const context = { zone: 'UTC', isAccount: () => false };
  const read = async (asked: object, mayUse?: () => boolean) => {
    const whole = await withAlertId(store, { ...given, ...asked }, mayUse);
    return isProblem(whole) ? whole : readDefinition(whole, null, context);
  };
  const when = { event: 'alert', of: id, back: false };
  expect(await read({})).toMatchObject({ when });
  expect(await read({ of: id, back: true })).toMatchObject({ when: { ...when, back: true } });
  expect(await read({ back: 'yes' })).toMatchObject({ path: 'back' });
  expect(await read({ event: 'sprint-closed', back: true })).toMatchObject({ path: 'back' });
  for (const [asked, mayUse] of [
    [{ of: 'Months' }, () => true],
    [{}, () => false],
  ] as const)
    expect(await read(asked, mayUse)).toMatchObject({
      path: 'of',
      text: expect.stringMatching(/^There is no alert '.*': give the id of one that you see\.$/),
    });
  for (const of of [undefined, ' '])
    expect(await read({ of })).toEqual({ path: 'of', text: 'Give the id of the alert.' });
  const { id: second } = await made();
  expect(await read({})).toEqual({
    path: 'of',
    text: `'weeks' has 2 alerts. Give the id of one: ${[id, second]
      .sort()
      .map(each => `${each} (resolved above 5)`)
      .join(', ')}.`,
  });
});
