/** The issues that one engine keeps between visits, by site and user. */
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { createFetches } from '@tallyboard/jira/cache/fetches.ts';
import {
  createIssueCache,
  type IssueCache,
  type IssueCacheSettings,
} from '@tallyboard/jira/cache/issue-cache.ts';
import { createMutex } from '@tallyboard/jira/cache/mutex.ts';
import type { Freshness } from '@tallyboard/jira/freshness.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';

export type EngineCache = ReturnType<typeof createEngineCache>;
export type EngineCacheSettings = Pick<IssueCacheSettings, 'store' | 'now' | 'pause'>;

export function createEngineCache({ store, now, pause }: EngineCacheSettings) {
  const mutex = createMutex();
  const fetches = createFetches();

  return {
    /** The cached issues of a user; removes entries of other users. Null when the user is unknown. */
    async issues(
      site: string,
      user: Metadata['currentUser'],
      freshness: Freshness,
    ): Promise<IssueCache | null> {
      if (user === null) return null;
      const shared = { store, mutex, fetches, now, freshness, pause };
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
