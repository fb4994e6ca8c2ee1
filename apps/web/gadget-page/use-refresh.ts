import { useEffect, useRef } from 'react';
import type { ReportRun, RunState } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';

const MINUTE_MS = 60_000;
/** Wallboards always refresh: they stay open for days. */
const WALLBOARD_MINUTES = 15;
const RETRY_MINUTES = 1;

/** Reloads when the host asks, at the chosen interval while visible, and when the network is back. */
export function useRefresh(run: ReportRun, { percent, failure }: RunState, minutes: number): void {
  const { host } = useSession();
  const { wallboard } = host.info;
  const busy = percent !== null;
  const failed = failure !== null;
  const offline = failure?.kind === 'offline';
  const due = useRef(false);

  useEffect(() => host.onRefresh(run.reload), [host, run]);

  useEffect(() => {
    const interval = wallboard ? (failed ? RETRY_MINUTES : minutes || WALLBOARD_MINUTES) : minutes;
    if (busy || interval === 0) return;
    const refresh = () => {
      due.current = document.hidden;
      if (!due.current) run.reload();
    };
    const timer = setInterval(refresh, interval * MINUTE_MS);
    // A refresh that was due while hidden happens when visible.
    const seen = () => due.current && refresh();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [run, busy, failed, wallboard, minutes]);

  useEffect(() => {
    if (!offline) return;
    window.addEventListener('online', run.reload);
    return () => window.removeEventListener('online', run.reload);
  }, [run, offline]);
}
