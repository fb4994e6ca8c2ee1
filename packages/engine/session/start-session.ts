import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { CacheUse } from '@tallyboard/jira/cache/contract.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { Metadata } from '@tallyboard/jira/load/metadata.ts';
import type { Watch } from '../calls.ts';
import { fetchSite } from '../site/fetch-site.ts';
import type { Site } from '../site/site.ts';
import { type EngineCache, siteName } from './engine-cache.ts';
import { gadgetFields } from './gadget-fields.ts';

export interface SessionSettings {
  readonly request: RequestFunction;
  readonly info: HostInfo;
  readonly gadget: boolean;
  readonly now: () => Instant;
  /** What frames share; null where the browser has no place for it. */
  readonly cache: EngineCache | null;
}

/** What the engine knows from its start on. */
export interface EngineSession {
  readonly client: JiraClient;
  readonly metadata: Metadata;
  readonly site: Site;
  /** On a dashboard, maybe with others. */
  readonly gadget: boolean;
  /** Null where nothing is kept. */
  readonly cache: Omit<CacheUse, 'fresh'> | null;
}

/** Learns of the site, and opens what is kept of it once it is known who reads and that it may be kept. */
export async function startSession(
  { request, info, gadget, now, cache: shared }: SessionSettings,
  watch?: Watch,
): Promise<EngineSession> {
  const { flavour, addonKey } = info;
  const gate = shared?.gate;
  const client = createJiraClient({ flavour, addonKey, request, ...(gate && { gate }) });
  const name = siteName(info);
  const sharing = shared && {
    metadata: () => shared.metadata(client, name, watch?.signal),
    ofPage: <T>(what: string, learn: () => Promise<T>) =>
      gadget ? shared.ofPage(name, what, learn, watch?.signal) : learn(),
  };
  const { site, metadata } = await fetchSite(
    { client, info, gadget, now, ...(sharing && { sharing }) },
    watch,
  );
  const known = { client, metadata, site, gadget };
  if (!shared) return { ...known, cache: null };
  if (!site.settings.cache) {
    await shared.clear(name);
    return { ...known, cache: null };
  }
  const cache = await shared.issues(name, metadata.currentUser);
  const alsoFields = gadget
    ? (special: Metadata['special']) => gadgetFields(special, flavour)
    : undefined;
  return { ...known, cache: cache && { cache, alsoFields } };
}
