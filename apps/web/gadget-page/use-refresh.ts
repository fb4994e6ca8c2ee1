import { useEffect, useRef } from 'react';
import type { ReportRun, RunState } from '../frame/report-run.ts';
import { useSession } from '../start/session.ts';

const MINUTE_MS = 60_000;
/** A wallboard stays open for days: it refreshes itself, whatever is set. */
const WALLBOARD_MINUTES = 15;
/** After a failure a wallboard tries again sooner. */
const RETRY_MINUTES = 1;

/** Loads again: when the host asks, at the set pace while the gadget can be seen, and once the network is back. */
export function useRefresh(run: ReportRun, { percent, failure }: RunState, minutes: number): void {
  const { host } = useSession();
  const { wallboard } = host.info;
  const busy = percent !== null;
  const failed = failure !== null;
  const offline = failure?.kind === 'offline';
  const due = useRef(false);

  useEffect(() => host.onRefresh(run.reload), [host, run]);

  useEffect(() => {
    const pace = wallboard ? (failed ? RETRY_MINUTES : minutes || WALLBOARD_MINUTES) : minutes;
    if (busy || pace === 0) return;
    const refresh = () => {
      due.current = document.hidden;
      if (!due.current) run.reload();
    };
    const timer = setInterval(refresh, pace * MINUTE_MS);
    // What came due while nobody could see it is loaded when somebody can.
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
