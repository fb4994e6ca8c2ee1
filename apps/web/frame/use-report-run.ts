import type { ReportRequest } from '@tallyboard/engine/run-report.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../start/session.ts';
import { createReportRun, type ReportRun, type RunState } from './report-run.ts';

/** Runs a request while the component is mounted; null runs nothing. */
export function useReportRun(
  request: ReportRequest | null,
  { showsEarlier = false } = {},
): { run: ReportRun; state: RunState } {
  const { engine, now, host } = useSession();
  const [run] = useState(() =>
    createReportRun(engine, now, { showsEarlier, dataAge: host.dataAge }),
  );
  const state = useSyncExternalStore(run.subscribe, run.read);
  useEffect(() => {
    if (request) run.start(request);
  });
  useEffect(() => run.close, [run]);
  return { run, state };
}
