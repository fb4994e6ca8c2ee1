import { onEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { expect, test } from 'vitest';
import { openServerStoreOn } from './store.ts';

onEngines('sign-ins', openServerStoreOn, open => {
  test('an attempt is consumed once, before it expires', async () => {
    const { signIns } = await open();
    await signIns.addAttempt('x', 1000, { state: 's' });
    await signIns.addAttempt('y', 1000, {});
    const both = await Promise.all([signIns.takeAttempt('x', 500), signIns.takeAttempt('x', 500)]);
    expect(both.filter(taken => taken !== null)).toEqual([{ state: 's' }]);
    expect(await signIns.takeAttempt('y', 1000)).toBeNull();
    expect(await signIns.takeAttempt('none', 0)).toBeNull();
  });

  test('failures within a window are counted across stores', async () => {
    const { signIns } = await open();
    const add = (atMs: number, sinceMs: number) => signIns.addFailure('address 1', atMs, sinceMs);
    await Promise.all(Array.from({ length: 5 }, () => add(1000, 0)));
    await signIns.takeBackFailure('address 1');
    expect(await add(1000, 0)).toBe(5);
    expect(await add(3000, 2000)).toBe(1);
    await signIns.clearFailures('address 1');
    await signIns.takeBackFailure('address 1');
    expect(await add(3000, 2000)).toBe(1);
    // The clocks of servers differ by seconds.
    expect(await add(2500, 2000)).toBe(2);
  });

  test('failures of the future are forgotten after the clock was set back', async () => {
    const { signIns } = await open();
    for (const count of [1, 2, 3])
      expect(await signIns.addFailure('account a', 86_400_000, 86_000_000)).toBe(count);
    expect(await signIns.addFailure('account a', 5000, 0)).toBe(1);
    expect(await signIns.addFailure('account a', 6000, 0)).toBe(2);
  });
});
