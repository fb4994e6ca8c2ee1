import type { WorkDraft } from '@tallyboard/report-kit/contract.ts';
import { lazy, useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { ReportRun, ReportSnapshot } from '../report-run.ts';
import { mayWrite } from './may-write.ts';

const LogWorkDialog = lazy(() => import('./log-work-dialog.tsx'));

/** How a view asks for work to log, where the reader may, and the open dialog. */
export function useLogWork(shown: ReportSnapshot | null, run: ReportRun) {
  const session = useSession();
  const [draft, setDraft] = useState<WorkDraft | null>(null);
  const isOffered = shown?.request.report.logsWork === true && mayWrite(session, shown);
  const { value: may } = useLoaded(isOffered ? 'any project' : null, (_, signal) =>
    session.engine.mayLogWork({ project: null }, { signal }),
  );
  return {
    onLogWork: may === true ? setDraft : undefined,
    logWorkDialog: shown && draft && (
      <LogWorkDialog
        draft={draft}
        context={shown.context}
        run={run}
        onClose={() => setDraft(null)}
      />
    ),
  };
}
