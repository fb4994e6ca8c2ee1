import { onEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { expect, test } from 'vitest';
import { openServerStoreOn } from './store.ts';

onEngines('audit', openServerStoreOn, open => {
  test('audit lines are listed newest first', async () => {
    const { audit } = await open();
    const line = (atMs: number) => ({
      atMs,
      account: 'ana',
      action: 'PUT',
      target: '/x',
      detail: '{}',
    });
    for (const at of [1, 3, 2]) await audit.add(line(at));
    expect(await audit.newest(2)).toEqual([line(3), line(2)]);
    await audit.removeBefore(2);
    expect(await audit.newest(9)).toEqual([line(3), line(2)]);
  });
});
