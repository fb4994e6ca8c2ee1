/** The cache of one engine: issues, and metadata of the site. Entries are by site and user. */

import { createFetches } from '@tallyboard/dataset/cached/fetches.ts';
import { IssueCache, type IssueCacheSettings } from '@tallyboard/dataset/cached/issue-cache.ts';
import { createMutex } from '@tallyboard/dataset/cached/mutex.ts';
import type { Replies, Reply } from '@tallyboard/dataset/cached/replies.ts';
import type { Freshness } from '@tallyboard/dataset/freshness.ts';
import { loadMetadata, type Metadata, userOfJira } from '@tallyboard/dataset/load/metadata.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { type JiraClient, METADATA_MS } from '@tallyboard/jira/client.ts';
import { fetchMyself } from '@tallyboard/jira/endpoints/site.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';

export interface ReadMetadata {
  readonly at: number;
  readonly metadata: Metadata;
}

export type EngineCache = ReturnType<typeof createEngineCache>;

export type EngineCacheSettings = Pick<IssueCacheSettings, 'store' | 'now' | 'pause'>;

export function createEngineCache({ store, now, pause }: EngineCacheSettings) {
  const mutex = createMutex();
  const fetches = createFetches();
  const metadataKey = (site: string, userId: string) => `${site}|${userId}|metadata`;

  /** The entries of a kind of a site, by their keys. */
  async function entriesOf<T>(site: string, kind: string): Promise<Map<string, T>> {
    const keys = (await store.keys(`${site}|`)).filter(key => key.endsWith(`|${kind}`));
    const values = (await store.read(keys)) as readonly (T | undefined)[];
    return new Map(keys.flatMap((key, at) => (values[at] ? [[key, values[at]]] : [])));
  }

  return {
    /** Always asks who the user is; the rest may be ten minutes old. */
    async metadata(
      client: JiraClient,
      site: string,
      freshness: Freshness,
      signal: AbortSignal | undefined,
    ): Promise<ReadMetadata> {
      const cached = await entriesOf<ReadMetadata>(site, 'metadata');
      const young = [...cached.values()].some(({ at }) => freshness.isYoung(at, METADATA_MS));
      if (young) {
        const currentUser = userOfJira(new Pool(), await fetchMyself(client, signal));
        const found = currentUser && cached.get(metadataKey(site, currentUser.id));
        if (found && freshness.isYoung(found.at, METADATA_MS))
          return { at: found.at, metadata: { ...found.metadata, currentUser } };
      }
      const at = now();
      const metadata = await loadMetadata(client, signal);
      const { currentUser, missing } = metadata;
      const entry: ReadMetadata = { at, metadata };
      if (currentUser && !missing)
        await store.change([metadataKey(site, currentUser.id)], () => [entry]);
      return entry;
    },

    /** The replies that visits of one user share. Those of this visit are stored from `keep` on. */
    replies(site: string, user: Promise<string | null>, freshness: Freshness) {
      const isYoung = ({ at }: Reply) => freshness.isYoung(at, METADATA_MS);
      const keyOf = (id: string) => `${site}|${id}|replies`;
      let isKept = false;
      let waiting: Replies = {};
      async function save(): Promise<void> {
        const id = await user;
        if (!isKept || id === null) return;
        const fresh = waiting;
        waiting = {};
        await store.change([keyOf(id)], ([held]) => {
          const young = Object.entries((held ?? {}) as Replies).filter(([, each]) => isYoung(each));
          return [{ ...Object.fromEntries(young), ...fresh }];
        });
      }
      async function read(): Promise<Replies> {
        const all = await entriesOf<Replies>(site, 'replies');
        const isUseful = [...all.values()].some(replies => Object.values(replies).some(isYoung));
        const id = isUseful && (await user);
        return (id && all.get(keyOf(id))) || {};
      }
      const keep = () => {
        isKept = true;
        void save();
      };
      const onReply = (replies: Replies) => {
        waiting = { ...waiting, ...replies };
        void save();
      };
      return { stored: read(), onReply, keep };
    },

    /** The keys of shared settings that earlier visits found saved; whose visits, is not known yet. */
    savedKeys: async (site: string): Promise<readonly string[]> =>
      [...(await entriesOf<readonly string[]>(site, 'settings')).values()].flat(),

    keepSavedKeys: (site: string, userId: string, keys: readonly string[]): Promise<void> =>
      store.change([`${site}|${userId}|settings`], () => [keys]),

    /** The cached issues of a user; removes entries of other users. Null when the user is unknown. */
    async issues(
      site: string,
      user: Metadata['currentUser'],
      freshness: Freshness,
    ): Promise<IssueCache | null> {
      if (user === null) return null;
      const shared = { store, mutex, fetches, now, freshness, pause };
      const cache = new IssueCache({ ...shared, site, user: user.id });
      await cache.dropOthers();
      return cache;
    },

    /** Removes all entries of a site. */
    async clear(site: string): Promise<void> {
      await store.remove(await store.keys(`${site}|`));
    },
  };
}

/** Identifies a site: one address may serve several, and one site may answer as Cloud or Data Center. */
export function siteName({ flavour, baseUrl, cloudId, addonKey }: HostInfo): string {
  return [flavour, cloudId ?? '', baseUrl, addonKey].join(' ').replaceAll('|', ' ');
}
