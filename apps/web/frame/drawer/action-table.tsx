import { type ComponentProps, Suspense } from 'react';
import { preloaded } from '../../preloaded.tsx';
import { useSession } from '../../start/session.ts';
import { mayWrite } from '../planning/may-write.ts';
import type { ReportRun, ReportSnapshot } from '../report-run.ts';
import { IssueTable, type ListedIssue } from './issue-table.tsx';

const PlanningTable = preloaded(
  () => import('../planning/planning-table.tsx'),
) as unknown as typeof import('../planning/planning-table.tsx').default;

/** Where the figures of changed issues are shown again. */
export interface PlanningPlace {
  readonly shown: ReportSnapshot;
  readonly run: ReportRun;
}

/** A list of issues, with actions where the host, the shared settings and the report allow any. Its row ids are those of the issues. */
export function ActionTable<Row extends ListedIssue>(
  props: ComponentProps<typeof IssueTable<Row>> & {
    readonly planning: PlanningPlace | null;
  },
) {
  const { planning, ...table } = props;
  const session = useSession();
  const plain = <IssueTable {...table} />;
  if (!planning || !mayWrite(session, planning.shown)) return plain;
  const { report, settings } = planning.shown.request;
  const board = report.planningBoard(settings);
  return (
    <Suspense fallback={plain}>
      <PlanningTable {...table} board={board} run={planning.run} />
    </Suspense>
  );
}
