import type { Host } from '@tallyboard/hosts/host.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { applyChange, type Dashboard, type DashboardChange } from './dashboard.ts';
import { DashboardError, fetchDashboard, putDashboard } from './dashboards-api.ts';

/** The change to make to the current dashboard; null when it is no longer possible. */
export type Edit = (now: Dashboard) => DashboardChange | null;

export type LiveDashboard = ReturnType<typeof useDashboard>;

const POLL_MS = 3000;
const MAX_POLL_MS = 30_000;
const MAX_ATTEMPTS = 5;
const HEALTHY: Trouble = { gone: false, offline: false, signedOut: false, refusal: null };

interface Trouble {
  readonly gone: boolean;
  readonly offline: boolean;
  readonly signedOut: boolean;
  /** Why the server no longer lets this page read it, in the server's words. */
  readonly refusal: string | null;
}

interface Work {
  newest: Dashboard | null;
  writes: number;
  ownTitles: number;
  queue: Promise<void>;
}

/** A dashboard kept current by polling, with optimistic edits on top. */
export function useDashboard(settings: {
  readonly host: Pick<Host, 'request'>;
  readonly id: string;
  readonly onFailure: (error: unknown) => void;
  readonly onForeignChange?: () => void;
  readonly pollMs?: number;
}) {
  const { host, id, pollMs = POLL_MS } = settings;
  const latest = useRef(settings);
  useEffect(() => {
    latest.current = settings;
  });
  const [confirmed, setConfirmed] = useState<Dashboard | null>(null);
  const [pending, setPending] = useState<readonly Edit[]>([]);
  /** `offline`, `signedOut`: why the last poll failed; the dashboard is as of `seenAt`. */
  const [health, setHealth] = useState({ ...HEALTHY, seenAt: 0 });
  const work = useRef<Work>({
    newest: null,
    writes: 0,
    ownTitles: 0,
    queue: Promise.resolve(),
  });

  /** Takes a reply; by default of a call of this page. */
  const take = useCallback((next: Dashboard, own = true) => {
    const { newest } = work.current;
    // Replies can arrive out of order.
    if (newest?.id === next.id && next.version < newest.version) return;
    if (!own && newest?.id === next.id) {
      const others = next.version - newest.version - work.current.ownTitles;
      if (others > 0) latest.current.onForeignChange?.();
      work.current.ownTitles = Math.max(0, -others);
    }
    work.current.newest = next;
    setConfirmed(next);
  }, []);

  const poll = useMemo(() => createPoll(), []);
  useEffect(() => {
    const ask = async (signal: AbortSignal) => {
      const writes = work.current.writes;
      try {
        const next = await fetchDashboard(host, id, signal);
        if (signal.aborted) return false;
        setHealth({ ...HEALTHY, seenAt: Date.now() });
        // A reply that was requested before a write is older than the write's own.
        if (writes === work.current.writes) take(next, false);
        return true;
      } catch (error) {
        if (signal.aborted) return false;
        setHealth(before => ({ ...before, ...troubleOf(error) }));
        return false;
      }
    };
    return poll.run(ask, pollMs);
  }, [host, id, poll, pollMs, take]);

  /**
   * Applies the edit optimistically and sends it. On a version conflict it is applied again to the current dashboard, so
   * that both changes stand. Rejects when it failed.
   */
  const save = useCallback(
    (edit: Edit) => {
      setPending(edits => [...edits, edit]);
      const run = async () => {
        work.current.writes += 1;
        try {
          await send(host, edit, work.current.newest, take);
        } catch (error) {
          poll.now();
          throw error;
        } finally {
          work.current.writes += 1;
          setPending(edits => edits.filter(each => each !== edit));
        }
      };
      // In sequence: each write needs the version of the one before.
      const saved = work.current.queue.then(run);
      work.current.queue = saved.catch(() => {});
      return saved;
    },
    [host, poll, take],
  );
  /** The same; resolves to false when it failed, after calling `onFailure`. */
  const change = useCallback((edit: Edit) => save(edit).then(DONE, failed(latest)), [save]);

  /** With pending edits applied; null before the first reply. */
  const dashboard = useMemo(() => {
    if (!confirmed) return null;
    return pending.reduce((now, edit) => applyChange(now, edit(now) ?? {}), confirmed);
  }, [confirmed, pending]);
  /** A gadget of this page stored its title: polls now, and does not report it as somebody else's change. */
  const expectTitle = useCallback(() => {
    work.current.ownTitles += 1;
    poll.now();
  }, [poll]);
  return { dashboard, ...health, save, change, take, expectTitle, refresh: poll.now };
}

const DONE = () => true;

const failed =
  (latest: { readonly current: { readonly onFailure: (error: unknown) => void } }) =>
  (error: unknown) => {
    latest.current.onFailure(error);
    return false;
  };

function troubleOf(error: unknown): Trouble {
  const { status, message } = error instanceof DashboardError ? error : { status: 0, message: '' };
  const known = { gone: status === 404, signedOut: status === 401 };
  const refusal = [401, 403, 404].includes(status) ? message : null;
  return { ...known, offline: !known.gone && !known.signedOut, refusal };
}

async function send(
  host: Pick<Host, 'request'>,
  edit: Edit,
  newest: Dashboard | null,
  take: (dashboard: Dashboard, own?: boolean) => void,
): Promise<void> {
  let now = newest;
  for (let attempt = 0; now && attempt < MAX_ATTEMPTS; attempt++) {
    const change = edit(now);
    if (!change) throw new Error('Someone else changed this in the meantime. Nothing was saved.');
    try {
      take(await putDashboard(host, now, change));
      return;
    } catch (error) {
      if (!(error instanceof DashboardError) || !error.current) throw error;
      now = error.current;
      take(now, false);
    }
  }
  throw new Error('Others keep changing this dashboard. Try again.');
}

/** Polls with back-off after failures, pauses in a hidden tab, and polls at once when the network is back. */
function createPoll() {
  let wake = () => {};
  return {
    now: () => wake(),
    run(ask: (signal: AbortSignal) => Promise<boolean>, everyMs: number): () => void {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let current = new AbortController();
      let waitMs = everyMs;
      const turn = async () => {
        clearTimeout(timer);
        current.abort();
        current = new AbortController();
        const { signal } = current;
        const answered = await ask(signal);
        if (signal.aborted) return;
        waitMs = answered ? everyMs : Math.min(waitMs * 2, MAX_POLL_MS);
        timer = setTimeout(() => document.hidden || void turn(), waitMs);
      };
      const onSeen = () => {
        if (!document.hidden) void turn();
      };
      wake = () => void turn();
      document.addEventListener('visibilitychange', onSeen);
      window.addEventListener('online', wake);
      void turn();
      return () => {
        current.abort();
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', onSeen);
        window.removeEventListener('online', wake);
      };
    },
  };
}
