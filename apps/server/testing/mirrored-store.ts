import { type MirrorState, newMirrorState } from '@tallyboard/replica/data/mirror.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';

/** A store in memory with issues that are mirrored from a Jira. */
export async function openMirroredStore(now: number, from?: MirroredJira): Promise<Store> {
  const store = await openStore({ memory: true });
  await store.ingest(demoRecords({ seed: 1, asOf: now, size: 20 }));
  await claimMirror(store, from);
  return store;
}

type MirroredJira = Pick<MirrorState, 'site' | 'flavour'>;

const CLOUD: MirroredJira = { site: 'https://x.atlassian.net', flavour: 'cloud' };

export async function claimMirror(store: Store, from = CLOUD): Promise<void> {
  await store.mirror.claim('test');
  await store.mirror.step({
    holder: 'test',
    state: newMirrorState({ ...from, jql: 'project = WEB' }),
  });
}
