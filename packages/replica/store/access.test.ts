import { expect, test } from 'vitest';
import type { Session } from './access.ts';
import { onBothEngines } from './testing/engines.ts';

const session = (id: string, createdMs: number, usedMs: number, account = 'ana'): Session => ({
  id,
  account,
  name: 'Ana Roy',
  method: 'password',
  createdMs,
  usedMs,
});

onBothEngines('access', open => {
  test('keeps a session until it is ended or old', async () => {
    const { access } = await open();
    await access.addSession(session('a', 1000, 1000));
    await access.useSession('a', 5000);
    expect(await access.session('a')).toEqual(session('a', 1000, 5000));
    await access.addSession(session('b', 1000, 2000));
    await access.addSession(session('c', 900, 9000, 'bo'));
    await access.endOldSessions(950, 3000);
    expect(await Promise.all(['a', 'b', 'c'].map(access.session))).toEqual([
      session('a', 1000, 5000),
      null,
      null,
    ]);
    await access.addSession(session('d', 1000, 1000, 'bo'));
    await access.endSessionsOf('bo');
    await access.endSession('a');
    expect([await access.session('a'), await access.session('d')]).toEqual([null, null]);
  });

  test('hands an attempt out once, while it is young', async () => {
    const { access } = await open();
    await access.addAttempt('x', 1000, { state: 's' });
    await access.addAttempt('y', 1000, {});
    const both = await Promise.all([access.takeAttempt('x', 500), access.takeAttempt('x', 500)]);
    expect(both.filter(taken => taken !== null)).toEqual([{ state: 's' }]);
    expect(await access.takeAttempt('y', 1000)).toBeNull();
    expect(await access.takeAttempt('none', 0)).toBeNull();
  });

  test('counts failures of a window, whoever counts', async () => {
    const { access } = await open();
    const add = (atMs: number, sinceMs: number) => access.addFailure('address 1', atMs, sinceMs);
    await Promise.all(Array.from({ length: 5 }, () => add(1000, 0)));
    await access.takeBackFailure('address 1');
    expect(await add(1000, 0)).toBe(5);
    expect(await add(3000, 2000)).toBe(1);
    await access.forgetFailures('address 1');
    await access.takeBackFailure('address 1');
    expect(await add(3000, 2000)).toBe(1);
  });

  test('keeps an audit, the newest first', async () => {
    const { access } = await open();
    const line = (atMs: number) => ({
      atMs,
      account: 'ana',
      action: 'PUT',
      target: '/x',
      detail: '{}',
    });
    for (const at of [1, 3, 2]) await access.addAudit(line(at));
    expect(await access.audit(2)).toEqual([line(3), line(2)]);
    await access.cleanAccess(2, 10);
    expect(await access.audit(9)).toEqual([line(3), line(2)]);
  });
});
