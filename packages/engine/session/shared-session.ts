/** One session with the site and its datasets, shared by the frames that opened together. */
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { loadCachedDataset, loadDataset } from '@tallyboard/jira/load/issue-loader.ts';
import { createDatasets } from '../datasets.ts';
import { FrameClosedError } from '../failure.ts';
import type { EngineCache } from './engine-cache.ts';
import { type SessionSettings, startSession } from './start-session.ts';

/** A frame, as the session sees it. */
export interface Client {
  /** Asks the host through this frame. Rejects with `FrameClosedError` when the frame closes before the reply. */
  readonly request: RequestFunction;
  onProgress?: ((percent: number) => void) | undefined;
}

export interface SharedSessionSettings extends Omit<SessionSettings, 'request' | 'cache'> {
  readonly cache: Promise<EngineCache | null>;
  /** How long a dataset that one client loaded is served to the others; absent for a session of one client. */
  readonly sharedMs?: number;
}

export type SharedSession = ReturnType<typeof openSharedSession>;

export function openSharedSession(first: Client, settings: SharedSessionSettings) {
  const { cache: opening, sharedMs, now } = settings;
  const clients = new Set([first]);
  const closing = new AbortController();

  /** Asks through the first client that is still open. */
  const request: RequestFunction = async (http, signal) => {
    for (const client of clients) {
      try {
        return await client.request(http, signal);
      } catch (error) {
        if (!(error instanceof FrameClosedError)) throw error;
        clients.delete(client);
      }
    }
    throw new FrameClosedError();
  };

  const onProgress = (percent: number) => {
    for (const client of clients) client.onProgress?.(percent);
  };
  const session = opening.then(cache =>
    startSession({ ...settings, request, cache }, { signal: closing.signal, onProgress }),
  );
  session.catch(() => {});
  const datasets = createDatasets({
    async fetch(jql, requirement, { signal, onProgress }, more) {
      const { client, metadata, cache } = await session;
      return loadDataset(
        client,
        { jql, requirement, metadata },
        {
          now,
          ...(signal && { signal }),
          onProgress: ({ percent }) => onProgress?.(percent),
          ...(cache && { cache: { ...cache, ...more } }),
        },
      );
    },
    async readCached(jql, requirement) {
      const { client, metadata, cache } = await session;
      return cache && loadCachedDataset(client, { jql, requirement, metadata }, cache.cache);
    },
    isRecent: ({ fetchedAt }) => sharedMs === undefined || now() - fetchedAt < sharedMs,
  });
  /** `close` aborts the start of the session. */
  return { session, datasets, clients, close: () => closing.abort() };
}
