/**
 * What frames stand on that opened together: one session with the site, and the datasets that any of them has loaded.
 * A frame by itself has a room of its own.
 */
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { loadDataset, loadHeldDataset } from '@tallyboard/jira/load/issue-loader.ts';
import { createDatasets, type Datasets } from '../datasets.ts';
import type { EngineCache } from './engine-cache.ts';
import { FrameGone } from './frame-closed.ts';
import { type EngineSession, startSession } from './start-session.ts';

/** One frame in a room. */
export interface Member {
  /** Asks the host through this frame. Rejects with `FrameGone` when the frame ends before the reply is there. */
  readonly request: RequestFunction;
  onProgress?: ((percent: number) => void) | undefined;
}

export interface RoomSettings {
  readonly info: HostInfo;
  readonly gadget: boolean;
  readonly now: () => Instant;
  readonly cache: Promise<EngineCache | null>;
  /** What the site said to an earlier room does not do any more. */
  readonly relearns: boolean;
  /** How long what one member has loaded does for the others; absent where there are no others. */
  readonly sharedMs?: number;
}

export interface Room {
  readonly session: Promise<EngineSession>;
  readonly datasets: Datasets;
  readonly members: Set<Member>;
  /** Ends what is under way: nobody waits for it any more. */
  close(): void;
}

export function openRoom(first: Member, settings: RoomSettings): Room {
  const { info, gadget, now, cache: opening, relearns, sharedMs } = settings;
  const members = new Set([first]);
  const closing = new AbortController();

  /** Asks by one frame after another, as long as there are frames. */
  const request: RequestFunction = async (http, signal) => {
    for (const member of members) {
      try {
        return await member.request(http, signal);
      } catch (error) {
        if (!(error instanceof FrameGone)) throw error;
        members.delete(member);
      }
    }
    throw new FrameGone();
  };

  async function open(): Promise<EngineSession> {
    const cache = await opening;
    if (relearns) cache?.relearn();
    return startSession(
      { request, info, gadget, now, cache },
      {
        signal: closing.signal,
        onProgress: percent => {
          for (const { onProgress } of members) onProgress?.(percent);
        },
      },
    );
  }

  const session = open();
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
    async readEarlier(jql, requirement) {
      const { client, metadata, cache } = await session;
      if (!cache) return null;
      return loadHeldDataset(client, { jql, requirement, metadata }, { ...cache, fresh: false });
    },
    isNew: ({ fetchedAt }) => sharedMs === undefined || now() - fetchedAt < sharedMs,
  });
  return { session, datasets, members, close: () => closing.abort() };
}
