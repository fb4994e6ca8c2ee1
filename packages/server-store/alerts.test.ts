import {
  type AlertEvent,
  type AlertState,
  NEW_ALERT,
} from '@tallyboard/core/alerts/alert-machine.ts';
import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Alert } from './alerts.ts';
import { openServerStoreOn } from './store.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const T = Date.parse('2026-03-02T08:00:00Z');
const DAY = 86_400_000;
/** Days since 1970. */
const MONDAY = Math.floor(T / DAY);

const alert = (id: string, owner: string | null = 'anna'): Alert => ({
  id,
  owner,
  report: 'weekly00',
  document: { figure: 'resolved', condition: { below: 5 } },
  createdMs: T,
});
const ANNA = { alert: 'a', reader: 'anna' };
const stateOf = (day: number): AlertState => ({ ...NEW_ALERT, day });
const crossed = (day: number, value: number | null): AlertEvent => ({
  kind: 'crossed',
  at: day * DAY,
  day,
  value,
  text: '',
});

describe.each([
  ['SQLite', async () => openEngine({ memory: true })],
  ['PostgreSQL', () => postgres.engine()],
] as const)('alerts on %s', (_, open) => {
  async function opened() {
    const store = await openServerStoreOn(await open());
    await store.savedReports.save({
      id: 'weekly00',
      name: 'Weekly look',
      ownerId: 'anna',
      description: '',
      view: { report: 'overview' },
      version: 0,
      updatedMs: T,
      shares: [],
    });
    return store;
  }

  test('are stored as they were made, at most 50 of a saved report', async () => {
    const { alerts, close } = await opened();
    await alerts.add(alert('a'));
    await alerts.add(alert('b', null));
    expect(await alerts.ofReport('weekly00')).toEqual([alert('a'), alert('b', null)]);
    for (let at = 2; at < 50; at++) await alerts.add(alert(`c${at}`));
    await expect(alerts.add(alert('d'))).rejects.toThrow('at most 50 alerts');
    await expect(alerts.add({ ...alert('e'), report: 'gone' })).rejects.toThrow('was deleted');
    expect(await alerts.all()).toHaveLength(50);
    await close();
  });

  test('one of those who observe a day at once stores it, with its events', async () => {
    const { alerts, close } = await opened();
    await alerts.add(alert('a'));
    expect(await alerts.state('a', 'anna')).toBe(null);
    const observe = (from: AlertState | null, day: number, value: number | null) =>
      alerts.advance(ANNA, from, stateOf(day), [crossed(day, value)]);
    expect((await Promise.all([1, 2, 3].map(() => observe(null, MONDAY, 4.5)))).sort()).toEqual([
      false,
      false,
      true,
    ]);
    expect(await alerts.state('a', 'anna')).toEqual(stateOf(MONDAY));
    const from = stateOf(MONDAY);
    expect(
      (await Promise.all([1, 2, 3].map(() => observe(from, MONDAY + 1, null)))).sort(),
    ).toEqual([false, false, true]);
    expect(await alerts.events('a', 9)).toEqual([
      { ...ANNA, ...crossed(MONDAY + 1, null) },
      { ...ANNA, ...crossed(MONDAY, 4.5) },
    ]);
    await close();
  });

  test('events wait until their messages are in the outbox, and are kept until then', async () => {
    const { alerts, close } = await opened();
    await alerts.add(alert('a'));
    const events = [crossed(MONDAY, 4), crossed(MONDAY + 1, 3)];
    await alerts.advance(ANNA, null, stateOf(MONDAY + 1), events);
    const [first, ...more] = await alerts.untold();
    expect(more).toMatchObject([{ day: MONDAY + 1 }]);
    await alerts.markTold(first!);
    expect(await alerts.untold()).toEqual(more);
    await alerts.removeEventsBefore(T + 90 * DAY);
    expect(await alerts.events('a', 9)).toEqual(more);
    await close();
  });

  test('go with their account, and leave nothing', async () => {
    const { alerts, close } = await opened();
    await alerts.add(alert('a'));
    await alerts.add(alert('b', 'ben'));
    for (const id of ['a', 'b'])
      await alerts.advance({ alert: id, reader: 'anna' }, null, stateOf(MONDAY), [
        crossed(MONDAY, 4),
      ]);
    await alerts.removeOf('anna');
    expect(await alerts.all()).toEqual([alert('b', 'ben')]);
    expect(await alerts.untold()).toEqual([]);
    expect(await alerts.state('b', 'anna')).toBe(null);
    await close();
  });
});
