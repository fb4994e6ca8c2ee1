import { onEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { expect, test } from 'vitest';
import type { Session } from './sessions.ts';
import { openServerStoreOn } from './store.ts';

const session = (id: string, createdMs: number, usedMs: number, account = 'ana'): Session => ({
  id,
  account,
  name: 'Ana Roy',
  method: 'password',
  createdMs,
  usedMs,
});

onEngines('sessions', openServerStoreOn, open => {
  test('a session lasts until it is ended or expires', async () => {
    const { sessions } = await open();
    await sessions.add(session('a', 1000, 1000));
    await sessions.touch('a', 5000);
    expect(await sessions.get('a')).toEqual(session('a', 1000, 5000));
    await sessions.add(session('b', 1000, 2000));
    await sessions.add(session('c', 900, 9000, 'bo'));
    await sessions.endOld(950, 3000);
    expect(await Promise.all(['a', 'b', 'c'].map(sessions.get))).toEqual([
      session('a', 1000, 5000),
      null,
      null,
    ]);
    await sessions.add(session('d', 1000, 1000, 'bo'));
    await sessions.endAllOf('bo');
    await sessions.end('a');
    expect([await sessions.get('a'), await sessions.get('d')]).toEqual([null, null]);
  });
});
