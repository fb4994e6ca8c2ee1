import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../start/session.ts';
import { createReportRun, type ReportOrder, type ReportRun, type RunState } from './report-run.ts';

/** Runs what is ordered for as long as the component is there; null orders nothing yet. */
export function useReportRun(
  order: ReportOrder | null,
  { showsEarlier = false } = {},
): { run: ReportRun; state: RunState } {
  const { engine, now, host } = useSession();
  const [run] = useState(() =>
    createReportRun(engine, now, { showsEarlier, dataAge: host.dataAge }),
  );
  const state = useSyncExternalStore(run.subscribe, run.read);
  useEffect(() => {
    if (order) run.order(order);
  });
  useEffect(() => run.close, [run]);
  return { run, state };
}
