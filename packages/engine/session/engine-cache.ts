/** The cache of one engine: issues, and metadata of the site. Entries are by site and user. */
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import {
  createIssueCache,
  type IssueCache,
  type IssueCacheSettings,
} from '@tallyboard/jira/cache/issue-cache.ts';
import { createMutex } from '@tallyboard/jira/cache/mutex.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchMyself } from '@tallyboard/jira/endpoints/site.ts';
import { loadMetadata, type Metadata } from '@tallyboard/jira/load/metadata.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';

/** Fields and statuses change rarely (JIRA.md 4.2 names ten minutes). */
const METADATA_MS = 600_000;

interface CachedMetadata {
  readonly at: number;
  readonly metadata: Metadata;
}

export type EngineCache = ReturnType<typeof createEngineCache>;

export function createEngineCache({
  store,
  now,
  pause,
}: Pick<IssueCacheSettings, 'store' | 'now' | 'pause'>) {
  const openSince = now();
  const mutex = createMutex();
  const metadataKey = (site: string, userId: string) => `${site}|${userId}|metadata`;

  async function readMetadata(key: string): Promise<Metadata | null> {
    const [entry] = (await store.read([key])) as readonly (CachedMetadata | undefined)[];
    const age = now() - (entry?.at ?? 0);
    return entry && age >= 0 && age <= METADATA_MS ? entry.metadata : null;
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
      const keys = fresh ? [] : await store.keys(`${site}|`);
      if (!keys.some(key => key.endsWith('|metadata'))) return fetchMetadata(client, site, signal);
      const currentUser = new Pool().user(await fetchMyself(client, signal));
      const cached = currentUser && (await readMetadata(metadataKey(site, currentUser.id)));
      return cached ? { ...cached, currentUser } : fetchMetadata(client, site, signal);
    },

    /** The cached issues of a user; removes entries of other users. Null when the user is unknown. */
    async issues(site: string, user: Metadata['currentUser']): Promise<IssueCache | null> {
      if (user === null) return null;
      const cache = createIssueCache({ store, mutex, site, user: user.id, now, openSince, pause });
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
