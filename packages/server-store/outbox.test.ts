import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { DIGEST_ORIGIN, LEASE_MS, messageId, type NewMessage } from './outbox.ts';
import { openServerStoreOn } from './store.ts';

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

const T = Date.parse('2026-03-02T08:00:00Z');

const messageTo = (recipient: string, run = 'a'): NewMessage => ({
  id: messageId(run, recipient),
  origin: 'subscription:1',
  run,
  recipient,
  detail: '',
  createdMs: T,
  sends: { target: `"${recipient}"`, content: '"Monday"' },
});

describe.each([
  ['SQLite', async () => openEngine({ memory: true })],
  ['PostgreSQL', () => postgres.engine()],
] as const)('the outbox on %s', (_, open) => {
  test('has a message of a run and a recipient once', async () => {
    const { outbox, close } = await openServerStoreOn(await open());
    await outbox.add(messageTo('anna'));
    await outbox.add(messageTo('anna'));
    await outbox.add(messageTo('ben'));
    expect(await outbox.ofRun('subscription:1', 'a')).toHaveLength(2);
    expect(await outbox.countSince('anna', T - 1)).toBe(1);
    await close();
  });

  test('messages that are held back end with their digest, for one of two that ask at once', async () => {
    const { outbox, close } = await openServerStoreOn(await open());
    await outbox.add({ ...messageTo('anna'), isHeld: true });
    await outbox.add({ ...messageTo('anna', 'b'), isHeld: true });
    await outbox.add(messageTo('ben'));
    const held = await outbox.held();
    const { target, content } = messageTo('anna').sends!;
    expect(held.map(each => [each.recipient, each.target, each.content])).toEqual([
      ['anna', target, content],
      ['anna', target, content],
    ]);
    expect(await outbox.countSince('anna', T - 1)).toBe(0);
    expect(await outbox.lease(T, 9)).toMatchObject([{ recipient: 'ben' }]);
    const digest = (run: string) => ({ ...messageTo('anna', run), origin: DIGEST_ORIGIN });
    const end = (run: string) =>
      outbox.endHeld(held, { digest: digest(run), detail: 'Named.', atMs: T });
    expect(await outbox.hasDigestSince('anna', T - 1)).toBe(false);
    await Promise.all([end('c'), end('d')]);
    expect(await outbox.held()).toEqual([]);
    expect(await outbox.lease(T, 9)).toMatchObject([{ origin: DIGEST_ORIGIN, recipient: 'anna' }]);
    expect(await outbox.hasDigestSince('anna', T - 1)).toBe(true);
    await close();
  });

  test('gives each message to one of those who ask at once', async () => {
    const { outbox, close } = await openServerStoreOn(await open());
    for (let at = 0; at < 20; at++) await outbox.add(messageTo(`reader-${at}`));
    const all = await Promise.all([outbox.lease(T, 20), outbox.lease(T, 20), outbox.lease(T, 20)]);
    const ids = all.flat().map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
    expect(all.flat().every(({ content }) => content === '"Monday"')).toBe(true);
    await close();
  });

  test('a message of a process that ended is leased again, and the late one changes nothing', async () => {
    const { outbox, close } = await openServerStoreOn(await open());
    await outbox.add(messageTo('anna'));
    const [first] = await outbox.lease(T, 1);
    expect(await outbox.lease(T + LEASE_MS - 1, 1)).toEqual([]);
    const [second] = await outbox.lease(T + LEASE_MS, 1);
    expect(second).toMatchObject({ id: first!.id, fence: 2, attempts: 2 });
    expect(await outbox.finish(first!, { state: 'failed', detail: 'late' }, T)).toBe(false);
    expect(await outbox.finish(second!, { state: 'sent', detail: '' }, T + 1)).toBe(true);
    expect(await outbox.get(second!.id)).toMatchObject({ state: 'sent', finishedMs: T + 1 });
    expect(await outbox.lease(T + 10 * LEASE_MS, 1)).toEqual([]);
    await close();
  });

  test('a clock that is set back neither keeps a lease for ever nor sends again', async () => {
    const { outbox, close } = await openServerStoreOn(await open());
    await outbox.add(messageTo('anna'));
    await outbox.lease(T + 86_400_000, 1);
    const [again] = await outbox.lease(T, 1);
    expect(again).toMatchObject({ fence: 2 });
    await outbox.finish(again!, { state: 'sent', detail: '' }, T);
    await outbox.add(messageTo('anna'));
    expect(await outbox.lease(T, 1)).toEqual([]);
    await close();
  });

  test('repeats at its time, and keeps contents that are still to be sent', async () => {
    const { outbox, close } = await openServerStoreOn(await open());
    await outbox.add(messageTo('anna'));
    const [one] = await outbox.lease(T, 1);
    await outbox.repeat(one!, 'The server of mail did not answer.', T + 60_000);
    expect(await outbox.get(one!.id)).toMatchObject({ nextMs: T + 60_000 });
    expect(await outbox.lease(T + 59_999, 1)).toEqual([]);
    await outbox.removeBefore(T + 10 * 86_400_000, T + 10 * 86_400_000);
    const [two] = await outbox.lease(T + 60_000, 1);
    expect(two).toMatchObject({ content: '"Monday"', attempts: 2 });
    await close();
  });

  test('a run of an instant exists once, and its process alone ends it', async () => {
    const { subscriptions, close } = await openServerStoreOn(await open());
    const one = {
      id: 'weekly',
      owner: 'anna',
      report: 'r',
      why: '',
      document: {},
      createdMs: T,
      state: 'active' as const,
      version: 0,
      dueMs: T,
      seen: '',
    };
    await subscriptions.save(one);
    const run = { dueMs: T, cause: 'schedule', createdMs: T };
    const next = { dueMs: T + 1000, seen: '' };
    const begun = [
      await subscriptions.begin(one, next, run),
      await subscriptions.begin(one, next, run),
    ];
    expect(begun).toEqual([true, false]);
    expect(await subscriptions.addRun({ ...run, subscription: 'weekly', recipient: null })).toBe(
      false,
    );
    const leased = await Promise.all([subscriptions.leaseRun(T), subscriptions.leaseRun(T)]);
    expect(leased.filter(Boolean)).toHaveLength(1);
    const second = await subscriptions.leaseRun(T + LEASE_MS);
    const first = leased.find(Boolean)!;
    expect(await subscriptions.finishRun(first, '', T)).toBe(false);
    expect(await subscriptions.finishRun(second!, '', T)).toBe(true);
    expect(await subscriptions.leaseRun(T + 3 * LEASE_MS)).toBe(null);
    await close();
  });
});
