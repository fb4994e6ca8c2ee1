/** Sessions with the site and their datasets, each shared by the frames that opened together. */
import type { Instant } from '@tallyboard/core/time/units.ts';
import { cached } from '@tallyboard/dataset/cached/cached-source.ts';
import { createFreshness } from '@tallyboard/dataset/freshness.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { SharedSource } from '@tallyboard/dataset/shared/shared-source.ts';
import { type ColumnsOf, first, type Source } from '@tallyboard/dataset/source.ts';
import { createGate } from '@tallyboard/jira/gate.ts';
import { isRepeatable, type RequestFunction } from '@tallyboard/jira/http.ts';
import type { ExpectedBoard } from '../calls.ts';
import { FrameClosedError } from '../failure.ts';
import type { EngineCache } from './engine-cache.ts';
import { type SessionSettings, startSession } from './start-session.ts';

/** A frame, as the session sees it. */
export interface Client {
  /** Asks the host through this frame. Rejects with `FrameClosedError` when the frame closes before the reply. */
  readonly request: RequestFunction;
  onProgress?: ((percent: number) => void) | undefined;
}

interface SharedSessionSettings
  extends Omit<SessionSettings, 'request' | 'cache' | 'onClient' | 'replica' | 'freshness'> {
  readonly cache: Promise<EngineCache | null>;
  readonly columns?: ColumnsOf | undefined;
  /** What earlier sessions read is of the past. */
  readonly fresh: boolean;
  /** How long a dataset that one client loaded is served to the others; absent for a session of one client. */
  readonly sharedMs?: number;
}

const hostColumns = () => import('@tallyboard/dataset/stream/host-columns.ts');

type SharedSession = ReturnType<typeof openSharedSession>;

function openSharedSession(opener: Client, settings: SharedSessionSettings) {
  const { cache: opening, info, sharedMs, now } = settings;
  const clients = new Set([opener]);
  const freshness = createFreshness(now);
  if (settings.fresh) freshness.refresh();
  const closing = new AbortController();

  /** Asks through the first client that is still open. A write is sent once: it may have reached Jira. */
  const request: RequestFunction = async (asked, ...more) => {
    for (const client of clients) {
      try {
        return await client.request(asked, ...more);
      } catch (error) {
        if (!(error instanceof FrameClosedError)) throw error;
        clients.delete(client);
        if (!isRepeatable(asked)) throw error;
      }
    }
    throw new FrameClosedError();
  };

  /** Where the session's issues come from. */
  async function compose(): Promise<Source> {
    const { client, readMetadata, cache } = await session;
    const site = { client, metadata: readMetadata, now };
    const issues = cache ? cached(json(site), site, cache) : json(site);
    const columns = info.columns
      ? (await hostColumns()).hostColumns(site, cache?.cache ?? null)
      : settings.columns?.(site);
    return columns ? first(columns, issues) : issues;
  }

  // A real Jira has no columns.
  const replica = info.columns || settings.columns !== undefined;
  const onProgress = (percent: number) => {
    for (const client of clients) client.onProgress?.(percent);
  };
  const client = Promise.withResolvers<(board: ExpectedBoard) => void>();
  const onClient = client.resolve;
  const session = opening.then(cache =>
    startSession(
      { ...settings, request, cache, onClient, replica, freshness },
      { signal: closing.signal, onProgress },
    ),
  );
  session.catch(() => {});
  const source: Source = {
    async open(...asked) {
      const dataset = await (await compose()).open(...asked);
      return { ...dataset, siteAt: (await session).siteAt() };
    },
    earlier: async (...asked) => (await compose()).earlier?.(...asked) ?? null,
  };
  const datasets = new SharedSource(source, { isYoung: freshness.isYoung, now, sharedMs });
  return {
    session,
    datasets,
    clients,
    refresh: freshness.refresh,
    /** Asks for what a report on the board needs, while the session starts. */
    expect: (board: ExpectedBoard) => void client.promise.then(ask => ask(board)),
    /** Aborts the start of the session. */
    close: () => closing.abort(),
  };
}

/** Frames of one page open within this time. A later frame asks again who the user is and what is set. */
const PAGE_MS = 10_000;

/** How long a failed session is reused, so that frames starting together do not each retry. */
const FAILED_MS = 2_000;

export interface SharedSessionsSettings {
  readonly now: () => Instant;
  readonly cache: Promise<EngineCache | null>;
  /** Frames that open together share a session; else each has its own. */
  readonly shared: boolean;
  readonly warn?: ((error: unknown) => void) | undefined;
  readonly columns?: ColumnsOf | undefined;
  readonly forOthers?: boolean | undefined;
}

export type SharedSessions = ReturnType<typeof createSharedSessions>;

export function createSharedSessions(settings: SharedSessionsSettings) {
  const { now, cache, shared, warn, columns, forOthers } = settings;
  const gate = createGate();
  const ofClient = new Map<Client, SharedSession>();
  /** The newest session of each kind of frame. */
  const newest = new Map<string, { readonly session: SharedSession; readonly at: Instant }>();

  /** The frame is closed. */
  function release(client: Client): void {
    const session = ofClient.get(client);
    ofClient.delete(client);
    session?.clients.delete(client);
    if (session?.clients.size === 0) session.close();
  }

  function find(key: string, former: SharedSession | undefined): SharedSession | null {
    const open = newest.get(key);
    // A frame that starts again, as after changed settings, needs a new session.
    if (!shared || !open || open.session === former || open.session.clients.size === 0) return null;
    return Math.abs(now() - open.at) < PAGE_MS ? open.session : null;
  }

  return {
    shared,
    release,
    /** The session for a frame that starts; releases its former one. */
    acquire(
      client: Client,
      { info, gadget }: Pick<SessionSettings, 'info' | 'gadget'>,
      board: ExpectedBoard | null,
    ): SharedSession {
      const former = ofClient.get(client);
      const ofAll = { ...info, dashboardItemId: null, gadget: null, editable: null };
      const key = JSON.stringify([gadget, ofAll]);
      const found = find(key, former);
      release(client);
      const session =
        found ??
        openSharedSession(client, {
          info,
          gadget,
          now,
          gate,
          cache,
          fresh: former !== undefined,
          warn,
          columns,
          forOthers,
          ...(shared && { sharedMs: PAGE_MS }),
        });
      session.clients.add(client);
      if (board) session.expect(board);
      ofClient.set(client, session);
      if (found === null) {
        newest.set(key, { session, at: now() });
        session.session.catch(() => {
          if (newest.get(key)?.session === session)
            newest.set(key, { session, at: now() - PAGE_MS + FAILED_MS });
        });
      }
      return session;
    },
  };
}
