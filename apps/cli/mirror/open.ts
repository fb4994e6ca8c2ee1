import { randomUUID } from 'node:crypto';
import { newMirrorState } from '@tallyboard/replica/data/mirror.ts';
import { sourceOfAddress } from '@tallyboard/replica/data/source.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { CommandError } from '../command.ts';
import type { Connection } from './connect.ts';
import { type Mirror, newTally } from './context.ts';

/** Resumes the mirror of a store, or starts one in an empty store. */
export async function openMirror(
  store: Store,
  { client, site, account }: Connection,
  { jql, shrink, signal }: Pick<Mirror, 'shrink' | 'signal'> & { readonly jql: string },
  folder: string,
  voice: Pick<Mirror, 'onProgress' | 'say'>,
): Promise<Mirror> {
  const before = await store.mirror.state();
  if (before && before.site !== site)
    throw new CommandError(
      `'${folder}' mirrors ${before.site}. Give ${site} a folder of its own with --data.`,
    );
  if (!before && (await store.issues.count()) > 0)
    throw new CommandError(
      `'${folder}' holds other issues, of the demo or of an import. Give the mirror a folder of its own with --data.`,
    );
  const mirror: Mirror = {
    client,
    store,
    source: sourceOfAddress(site) ?? site,
    holder: randomUUID(),
    signal,
    shrink,
    state: before ?? newMirrorState({ site, flavour: client.flavour, jql }),
    lastWrite: Promise.resolve(),
    tally: newTally(),
    readers: new Map(),
    accessTrouble: null,
    ...voice,
  };
  if (before && before.jql !== jql) mirror.say(`The query was: ${before.jql}`);
  if (!before) mirror.say(`${PERMISSIONS} (It reads as ${account}.)`);
  mirror.state = { ...mirror.state, jql };
  await store.mirror.claim(mirror.holder);
  await store.mirror.step({ holder: mirror.holder, state: mirror.state });
  return mirror;
}

const PERMISSIONS =
  'Signed-in readers of a server see what Jira would show them. Whoever can read the folder or database of the mirror sees every issue of the query.';
