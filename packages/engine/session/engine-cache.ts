/** The cache of one engine: issues, and metadata of the site. Entries are by site and user. */
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { createFetches } from '@tallyboard/jira/cache/fetches.ts';
import {
  createIssueCache,
  type IssueCache,
  type IssueCacheSettings,
} from '@tallyboard/jira/cache/issue-cache.ts';
import { createMutex } from '@tallyboard/jira/cache/mutex.ts';
import type { Replies, RepliesSettings } from '@tallyboard/jira/cache/replies.ts';
import { type JiraClient, METADATA_MS } from '@tallyboard/jira/client.ts';
import { fetchMyself } from '@tallyboard/jira/endpoints/site.ts';
import { loadMetadata, type Metadata } from '@tallyboard/jira/load/metadata.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';

interface CachedMetadata {
  readonly at: number;
  readonly metadata: Metadata;
}

export type EngineCache = ReturnType<typeof createEngineCache>;

export type EngineCacheSettings = Pick<IssueCacheSettings, 'store' | 'now' | 'pause'>;

export function createEngineCache({ store, now, pause }: EngineCacheSettings) {
  const openSince = now();
  const mutex = createMutex();
  const fetches = createFetches();
  const metadataKey = (site: string, userId: string) => `${site}|${userId}|metadata`;

  const isYoung = ({ at }: { readonly at: number }) => at <= now() && now() - at <= METADATA_MS;

  /** The entries of a kind of a site, by their keys. */
  async function entriesOf<T>(site: string, kind: string): Promise<Map<string, T>> {
    const keys = (await store.keys(`${site}|`)).filter(key => key.endsWith(`|${kind}`));
    const values = (await store.read(keys)) as readonly (T | undefined)[];
    return new Map(keys.flatMap((key, at) => (values[at] ? [[key, values[at]]] : [])));
  }

  async function fetchMetadata(
    client: JiraClient,
    site: string,
    signal: AbortSignal | undefined,
  ): Promise<Metadata> {
    const at = now();
    const metadata = await loadMetadata(client, signal);
    const { currentUser, missing } = metadata;
    if (currentUser && !missing) {
      const entry: CachedMetadata = { at, metadata };
      await store.change([metadataKey(site, currentUser.id)], () => [entry]);
    }
    return metadata;
  }

  return {
    /** Always asks who the user is; the rest may be ten minutes old. */
    async metadata(
      client: JiraClient,
      site: string,
      { fresh, signal }: { readonly fresh: boolean; readonly signal?: AbortSignal | undefined },
    ): Promise<Metadata> {
      const cached = fresh ? [] : [...(await entriesOf<CachedMetadata>(site, 'metadata'))];
      const young = new Map(cached.filter(([, entry]) => isYoung(entry)));
      if (young.size === 0) return fetchMetadata(client, site, signal);
      const currentUser = new Pool().user(await fetchMyself(client, signal));
      const found = currentUser && young.get(metadataKey(site, currentUser.id));
      return found ? { ...found.metadata, currentUser } : fetchMetadata(client, site, signal);
    },

    /** The replies that visits of one user share. Those of this visit are stored from `keep` on. */
    replies(site: string, metadata: Promise<Metadata>, { fresh }: { readonly fresh: boolean }) {
      const user = metadata.then(
        ({ currentUser }) => currentUser?.id ?? null,
        () => null,
      );
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
        if (fresh) return {};
        const all = await entriesOf<Replies>(site, 'replies');
        const isUseful = [...all.values()].some(replies => Object.values(replies).some(isYoung));
        const id = isUseful && (await user);
        return (id && all.get(keyOf(id))) || {};
      }
      const settings: RepliesSettings = {
        now,
        stored: read(),
        onReply(replies) {
          waiting = { ...waiting, ...replies };
          void save();
        },
      };
      const keep = () => {
        isKept = true;
        void save();
      };
      return { settings, keep };
    },

    /** The cached issues of a user; removes entries of other users. Null when the user is unknown. */
    async issues(site: string, user: Metadata['currentUser']): Promise<IssueCache | null> {
      if (user === null) return null;
      const shared = { store, mutex, fetches, now, openSince, pause };
      const cache = createIssueCache({ ...shared, site, user: user.id });
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
