/**
 * What the engines of several frames share: one place for issues that were read, for what a page learns of its site, and
 * one gate to the host. Everything is kept by site and user, and nothing is read before the user is known.
 */
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import {
  createIssueCache,
  type IssueCache,
  liveName,
  type Pause,
} from '@tallyboard/jira/cache/issue-cache.ts';
import type { CacheStore, Locks } from '@tallyboard/jira/cache/store.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchMyself } from '@tallyboard/jira/endpoints/site.ts';
import type { Gate } from '@tallyboard/jira/gate.ts';
import { loadMetadata, type Metadata } from '@tallyboard/jira/load/metadata.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { createSharedReplies, type Freshness } from './shared-replies.ts';

const SECOND = 1_000;
/** Fields and statuses change rarely (JIRA.md 4.2 names ten minutes). */
const METADATA: Freshness = { forMs: 600 * SECOND, whileAlive: false };
/** Who it is, and what all users share, does for the frames of one page as it opens, and for no other page. */
const OF_PAGE: Freshness = { forMs: 10 * SECOND, whileAlive: true };

export interface EngineCacheParts {
  readonly store: CacheStore;
  readonly locks: Locks;
  /** Absent where frames cannot tell each other to wait. */
  readonly gate?: Gate | undefined;
  /** Names this frame. */
  readonly writer: string;
  readonly now: () => number;
  /** See the issue cache's own. */
  readonly pause?: Pause;
}

export type EngineCache = ReturnType<typeof createEngineCache>;

export function createEngineCache(parts: EngineCacheParts) {
  const { store, locks, gate, writer, now, pause } = parts;
  const openSince = now();
  locks.hold(liveName(writer));
  const replies = createSharedReplies(store, locks, writer, now);
  const userKey = (site: string) => `${site}||user`;
  const metadataKey = (site: string, user: string) => `${site}|${user}|reply|metadata`;

  return {
    gate,

    /** Learns of the site as loadMetadata does: the user now, the rest as of up to ten minutes ago. */
    async metadata(client: JiraClient, site: string, signal?: AbortSignal): Promise<Metadata> {
      let own: Metadata | null = null;
      const ask = async () => {
        const keys = await store.keys(`${site}|`);
        if (keys.some(key => key.endsWith('|reply|metadata')))
          return new Pool().user(await fetchMyself(client, signal));
        own = await loadMetadata(client, signal);
        // Before the others hear who it is: what they ask next is there then.
        if (own.currentUser) await replies.tell(metadataKey(site, own.currentUser.id), own);
        return own.currentUser;
      };
      const user = await replies.share(userKey(site), OF_PAGE, ask, signal);
      if (user === null) return own ?? loadMetadata(client, signal);
      const learn = async () => own ?? loadMetadata(client, signal);
      const key = metadataKey(site, user.id);
      return { ...(await replies.share(key, METADATA, learn, signal)), currentUser: user };
    },

    /** What all frames of a page ask as it opens and all users are told alike, asked once. */
    ofPage<T>(
      site: string,
      name: string,
      learn: () => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> {
      return replies.share(`${site}||${name}`, OF_PAGE, learn, signal);
    },

    /** Forgets what the site said of itself: it may have been changed just now. */
    relearn: replies.forget,

    /** The issues held for a user. What others left on this machine goes; nobody known has none. */
    async issues(site: string, user: Metadata['currentUser']): Promise<IssueCache | null> {
      if (user === null) return null;
      const cache = createIssueCache({
        store,
        locks,
        site,
        user: user.id,
        writer,
        now,
        openSince,
        pause,
      });
      await cache.dropOthers();
      return cache;
    },

    /** Removes all that is held of a site: it has switched the cache off. */
    async clear(site: string): Promise<void> {
      await store.remove(await store.keys(`${site}|`));
    },
  };
}

/** Names the site: one address may serve several, and one site may answer as either kind of Jira. */
export function siteName({ flavour, baseUrl, cloudId, addonKey }: HostInfo): string {
  return [flavour, cloudId ?? '', baseUrl, addonKey].join(' ').replaceAll('|', ' ');
}
