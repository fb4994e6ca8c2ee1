import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { expect, it, onTestFinished } from 'vitest';
import { rehearse } from './rehearse.ts';

it.each([0, 30])('a rehearsal on a site of %i issues has no issues', async size => {
  const store = await openStore({ memory: true });
  onTestFinished(() => store.close());
  if (size > 0) await store.ingest(demoRecords({ seed: 5, asOf: Date.now(), size }));
  const { isWhole, keys } = await rehearse(store);
  expect([isWhole, keys.length]).toEqual([true, 0]);
});
