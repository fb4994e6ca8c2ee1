/** Alerts on a mirror that falls behind, and of two servers over one database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Observation } from '@tallyboard/core/alerts/alert-machine.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertOrigin, newAlert } from './alerts.ts';
import { type CheckParts, checkAlert, tellEvents } from './check-alert.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIRST = Date.parse('2026-06-01') / DAY;
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-live-alerts-'));
const stores: Store[] = [];

beforeAll(async () => {
  for (const _ of ['one', 'other'])
    stores.push(await openStore({ file: join(folder, 'tallyboard.db') }));
  const own = { description: '', shares: [], version: 0, updatedMs: 1, ownerId: 'ana' };
  const view = { report: 'throughput', jql: '', settings: {} };
  await stores[0]?.savedReports.save({ ...own, id: 'weeks', name: 'Weeks', view });
});
afterAll(async () => {
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true });
});

const STALE = 'The data of the mirror are of Jun 2, 2026 20:00.';

/** The figure of each day; null while the mirror lacks the day. */
function server(store: Store, clock: { at: number }, values: (day: number) => number | null) {
  const observe = (day: number): Observation => {
    const value = values(day);
    const at = (FIRST + day + 1) * DAY - 1;
    const stale = value === null;
    return { at, day: FIRST + day, value: value ?? 0, muted: stale ? STALE : null, stale };
  };
  const parts: CheckParts = {
    store,
    now: () => clock.at,
    linkOf: () => null,
    targetOf: async () => ({ kind: 'folder', path: 'alerts' }),
    async compute({ ask, now }) {
      if (ask.kind === 'tell')
        return { told: { name: 'Resolved', text: '9', issues: [], story: null } };
      if (ask.kind !== 'observe') throw new Error(ask.kind);
      const today = Math.floor(now / DAY) - FIRST;
      const from = ask.lastDay === null ? today - 1 : ask.lastDay + 1 - FIRST;
      const days = Array.from({ length: Math.max(0, today - from) }, (_, at) => from + at);
      return { zone: 'UTC', observations: days.map(observe) };
    },
  };
  return parts;
}

async function made() {
  const definition = {
    figure: 'resolved',
    condition: { kind: 'above', value: 5, back: 5 },
    holdDays: 0,
    recipients: [{ kind: 'folder', path: 'alerts' }],
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
  const [store] = stores;
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

test('two servers over one database send one message', async () => {
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
