import { ALL_PARTS, NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { CacheUse } from '@tallyboard/jira/cache/issue-cache.ts';
import { withReplies } from '@tallyboard/jira/cache/replies.ts';
import { BURST_MS, createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
import { fieldsOf, isVolatile } from '@tallyboard/jira/fields.ts';
import type { Gate } from '@tallyboard/jira/gate.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { fetchBoardQuery } from '@tallyboard/jira/load/boards.ts';
import { loadMetadata, type Metadata } from '@tallyboard/jira/load/metadata.ts';
import type { ExpectedBoard, Watch } from '../calls.ts';
import { fetchSite } from '../site/fetch-site.ts';
import type { Site } from '../site/site.ts';
import { type EngineCache, siteName } from './engine-cache.ts';

export interface SessionSettings {
  readonly request: RequestFunction;
  readonly info: HostInfo;
  readonly gadget: boolean;
  /** Gets the function that asks for what a report on a board needs, before the site is known. */
  readonly onClient: (expect: (board: ExpectedBoard) => void) => void;
  readonly now: () => Instant;
  readonly gate: Gate;
  /** Null where the browser has no storage. */
  readonly cache: EngineCache | null;
  /** True to bypass cached metadata. */
  readonly fresh: boolean;
  /** The host is our own server, whose JQL has more functions. */
  readonly replica: boolean;
  readonly warn?: ((error: unknown) => void) | undefined;
}

/** The parts that gadgets group and sum by. Each gadget of a dashboard reads all of them, so that they are loaded once. */
export const GADGET_REQUIREMENT: Requirement = {
  ...NO_REQUIREMENT,
  parts: ALL_PARTS.filter(part => !isVolatile(part)),
};

/** The light parts that reports of a page group by. Every report of it reads them, so that another grouping is no load. */
export const PAGE_REQUIREMENT: Requirement = {
  ...NO_REQUIREMENT,
  parts: ['priority', 'due', 'labels', 'components', 'fixVersions', 'team', 'points', 'time'],
};

/** What the engine knows from its start on. */
export interface EngineSession {
  readonly client: JiraClient;
  readonly metadata: Metadata;
  readonly site: Site;
  readonly gadget: boolean;
  readonly replica: boolean;
  /** Null when issues are not cached. */
  readonly cache: Pick<CacheUse, 'cache' | 'alsoFields'> | null;
}

/** The report that asks for them again reports a failure. */
function askAhead(client: JiraClient, { id, sprints }: ExpectedBoard): void {
  const calls: Promise<unknown>[] = [fetchBoardQuery(client, id)];
  if (sprints) calls.push(fetchBoardSprints(client.reusing(BURST_MS), id));
  for (const call of calls) call.catch(() => {});
}

/** Learns of the site, and opens its cache once the user is known and the settings allow it. */
export async function startSession(
  {
    request,
    info,
    gadget,
    onClient,
    now,
    gate,
    cache: engineCache,
    fresh,
    replica,
    warn,
  }: SessionSettings,
  watch: Watch = {},
): Promise<EngineSession> {
  const { flavour, addonKey } = info;
  const own = createJiraClient({ flavour, addonKey, request, gate });
  const name = siteName(info);
  const { signal } = watch;
  const loading = engineCache
    ? engineCache.metadata(own, name, { fresh, signal })
    : loadMetadata(own, signal);
  const replies = engineCache?.replies(name, loading, { fresh });
  const unstored = { now, stored: Promise.resolve({}), onReply: () => {} };
  const client = withReplies(own, replies?.settings ?? unstored);
  onClient(board => askAhead(client, board));
  const { site, metadata } = await fetchSite(
    { client, info, gadget, now, warn, metadata: loading },
    watch,
  );
  const session = { client, metadata, site, gadget, replica, cache: null };
  if (!engineCache) return session;
  if (!site.settings.cache) {
    await engineCache.clear(name);
    return session;
  }
  // Unknown settings may forbid the cache.
  if (site.missing?.includes('sharedSettings')) return session;
  replies?.keep();
  const cache = await engineCache.issues(name, metadata.currentUser);
  const alsoFields = gadget
    ? (special: Metadata['special']) => fieldsOf(GADGET_REQUIREMENT, special, flavour)
    : undefined;
  return { ...session, cache: cache && { cache, alsoFields } };
}
