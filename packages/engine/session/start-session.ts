import { ALL_PARTS, NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { CacheUse } from '@tallyboard/dataset/cached/issue-cache.ts';
import { withReplies } from '@tallyboard/dataset/cached/replies.ts';
import type { Freshness } from '@tallyboard/dataset/freshness.ts';
import { fetchBoardQuery } from '@tallyboard/dataset/load/boards.ts';
import { loadMetadata, type Metadata } from '@tallyboard/dataset/load/metadata.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import {
  BURST_MS,
  createJiraClient,
  type HostClient,
  type JiraClient,
  METADATA_MS,
} from '@tallyboard/jira/client.ts';
import { fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
import { fieldsOf, isVolatile } from '@tallyboard/jira/fields.ts';
import type { Gate } from '@tallyboard/jira/gate.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { ExpectedBoard, Watch } from '../calls.ts';
import { fetchSite } from '../site/fetch-site.ts';
import type { Site } from '../site/site.ts';
import { type EngineCache, type ReadMetadata, siteName } from './engine-cache.ts';

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
  readonly freshness: Freshness;
  /** The host is our own server, whose JQL has more functions. */
  readonly replica: boolean;
  readonly warn?: ((error: unknown) => void) | undefined;
  readonly forOthers?: boolean | undefined;
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
  readonly client: HostClient;
  /** As last read. */
  readonly metadata: Metadata;
  /** Read again where it is not young. */
  readonly readMetadata: () => Promise<Metadata>;
  /** The oldest of what is used of fields, statuses, boards and filters. */
  readonly siteAt: () => Instant;
  readonly site: Site;
  readonly gadget: boolean;
  readonly replica: boolean;
  /** Null when issues are not cached. */
  readonly cache: Pick<CacheUse, 'cache' | 'alsoFields'> | null;
}

const textOf = (metadata: Metadata) => JSON.stringify([metadata, ...metadata.statuses.values()]);

/** The report that asks for them again reports a failure. */
function askAhead(client: JiraClient, { id, sprints }: ExpectedBoard): void {
  const calls: Promise<unknown>[] = [fetchBoardQuery(client, id)];
  if (sprints) calls.push(fetchBoardSprints(client.reusing(BURST_MS), id));
  for (const call of calls) call.catch(() => {});
}

/** The site's metadata, read again where they are not young. The same object while they are the same. */
function keepMetadata(
  read: (signal?: AbortSignal) => Promise<ReadMetadata>,
  { isYoung }: Freshness,
  signal: AbortSignal | undefined,
) {
  let last: ReadMetadata | null = null;
  let reading: Promise<ReadMetadata> | null = null;
  const ask = async (signal?: AbortSignal) => {
    try {
      const { at, metadata } = await read(signal);
      const isSame = last !== null && textOf(last.metadata) === textOf(metadata);
      last = { at, metadata: isSame && last ? last.metadata : metadata };
      return last;
    } finally {
      reading = null;
    }
  };
  return {
    last(): ReadMetadata {
      if (last === null) throw new Error('The site is not known yet.');
      return last;
    },
    async read(): Promise<Metadata> {
      if (last && isYoung(last.at, METADATA_MS)) return last.metadata;
      reading ??= ask(last === null ? signal : undefined);
      return (await reading).metadata;
    },
  };
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
    freshness,
    replica,
    warn,
    forOthers,
  }: SessionSettings,
  watch: Watch = {},
): Promise<EngineSession> {
  const { flavour, addonKey } = info;
  const own = createJiraClient({ flavour, addonKey, request, gate, isReplica: replica });
  const { signal } = watch;
  const name = siteName(info);
  const readNow = async (signal?: AbortSignal): Promise<ReadMetadata> => {
    const at = now();
    return { at, metadata: await loadMetadata(own, signal) };
  };
  const metadata = keepMetadata(
    engineCache ? each => engineCache.metadata(own, name, freshness, each) : readNow,
    freshness,
    signal,
  );
  const first = metadata.read();
  const user = first.then(
    ({ currentUser }) => currentUser?.id ?? null,
    () => null,
  );
  const replies = engineCache?.replies(name, user, freshness);
  let reusedAt = Number.POSITIVE_INFINITY;
  const client = withReplies(own, {
    now,
    freshness,
    stored: replies?.stored ?? Promise.resolve({}),
    onReply: replies?.onReply ?? (() => {}),
    onReuse(at) {
      reusedAt = Math.min(reusedAt, at);
    },
  });
  onClient(board => askAhead(client, board));
  let listed: readonly string[] = [];
  const savedKeys = {
    known: engineCache?.savedKeys(name) ?? Promise.resolve([]),
    onKeys(keys: readonly string[]) {
      listed = keys;
    },
  };
  const site = await fetchSite(
    { client, info, gadget, now, warn, metadata: first, savedKeys, forOthers },
    watch,
  );
  const session = {
    client,
    get metadata() {
      return metadata.last().metadata;
    },
    readMetadata: metadata.read,
    siteAt: () =>
      // No older reply is used.
      Math.min(metadata.last().at, freshness.isYoung(reusedAt, METADATA_MS) ? reusedAt : now()),
    site,
    gadget,
    replica,
  };
  if (engineCache && !site.settings.cache) await engineCache.clear(name);
  // Unknown settings may forbid the cache.
  const isKept = site.settings.cache && !site.missing?.includes('sharedSettings');
  if (isKept) replies?.keep();
  const { currentUser } = metadata.last().metadata;
  if (isKept && currentUser && listed.length > 0)
    await engineCache?.keepSavedKeys(name, currentUser.id, listed);
  const cache =
    isKept && engineCache ? await engineCache.issues(name, currentUser, freshness) : null;
  const alsoFields = gadget
    ? (special: Metadata['special']) => fieldsOf(GADGET_REQUIREMENT, special, flavour)
    : undefined;
  return Object.assign(session, { cache: cache && { cache, alsoFields } });
}
