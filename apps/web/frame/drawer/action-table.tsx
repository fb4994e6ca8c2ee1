import { type ComponentProps, Suspense } from 'react';
import { preloaded } from '../../preloaded.tsx';
import { useSession } from '../../start/session.ts';
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
  const { host, site } = useSession();
  const { report, settings } = planning?.shown.request ?? {};
  const mayWrite = host.can.write && site.settings.issueActions && !host.info.wallboard;
  const { past } = planning?.shown.context ?? {};
  const { part } = planning?.shown.loaded ?? {};
  // Changes are previewed on the issues of the dataset.
  const isOff = !planning || part || past || !mayWrite;
  const board = isOff ? undefined : report?.planningBoard(settings);
  const plain = <IssueTable {...table} />;
  if (!planning || board === undefined) return plain;
  return (
    <Suspense fallback={plain}>
      <PlanningTable {...table} board={board} run={planning.run} />
    </Suspense>
  );
}
