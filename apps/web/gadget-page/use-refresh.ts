import type { Host } from '@tallyboard/hosts/host.ts';
import { useEffect, useRef } from 'react';
import type { RunState } from '../frame/report-run.ts';

const MINUTE_MS = 60_000;
/** Wallboards always refresh: they stay open for days. */
const WALLBOARD_MINUTES = 5;
const RETRY_MINUTES = 1;

/** Minutes between two loads of a gadget; 0 for never. */
export const refreshMinutesOf = (stored: number, wallboard: boolean): number =>
  stored || (wallboard ? WALLBOARD_MINUTES : 0);

interface Refresh {
  readonly host: Pick<Host, 'info' | 'onRefresh'>;
  readonly reload: () => void;
  readonly state: Pick<RunState, 'percent' | 'failure'>;
  readonly minutes: number;
}

/** Reloads when the host asks, at the chosen interval while visible, and when the network is back. */
export function useRefresh({ host, reload, state: { percent, failure }, minutes }: Refresh): void {
  const { wallboard } = host.info;
  const busy = percent !== null;
  const failed = failure !== null;
  const offline = failure?.kind === 'offline';
  const due = useRef(false);

  useEffect(() => host.onRefresh(reload), [host, reload]);

  useEffect(() => {
    const interval = wallboard && failed ? RETRY_MINUTES : minutes;
    if (busy || interval === 0) return;
    const refresh = () => {
      due.current = document.hidden;
      if (!due.current) reload();
    };
    const timer = setInterval(refresh, interval * MINUTE_MS);
    // A refresh that was due while hidden happens when visible.
    const seen = () => due.current && refresh();
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [reload, busy, failed, wallboard, minutes]);

  // The network may come back while a load still fails: it is tried again once it has ended.
  const cameBack = useRef(false);
  useEffect(() => {
    if (offline && cameBack.current) reload();
    cameBack.current = false;
    if (!busy && !offline) return;
    const back = () => {
      if (offline) reload();
      else cameBack.current = true;
    };
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [reload, busy, offline]);
}
