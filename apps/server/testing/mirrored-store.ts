import { newMirrorState } from '@tallyboard/replica/data/mirror.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';

/** A store in memory with issues that are mirrored from a Jira. */
export async function openMirroredStore(now: number): Promise<Store> {
  const store = await openStore({ memory: true });
  await store.ingest(demoRecords({ seed: 1, asOf: now, size: 20 }));
  await claimMirror(store);
  return store;
}

export async function claimMirror(store: Store): Promise<void> {
  await store.mirror.claim('test');
  await store.mirror.step({
    holder: 'test',
    state: newMirrorState({
      site: 'https://x.atlassian.net',
      flavour: 'cloud',
      jql: 'project = WEB',
    }),
  });
}
