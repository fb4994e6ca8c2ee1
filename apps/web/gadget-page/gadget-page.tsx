import './gadget-page.css';
import { useMemo, useState } from 'react';
import { ReportFrame } from '../frame/report-frame.tsx';
import { useReport } from '../frame/use-report.ts';
import { useReportRun } from '../frame/use-report-run.ts';
import type { Panel } from '../router/page-state.ts';
import type { GadgetRoute } from '../router/routes.ts';
import { contextAt, useSession } from '../start/session.ts';

export interface GadgetPageProps {
  readonly gadget: GadgetRoute;
}

/** One gadget: the report of its settings, compact. */
export default function GadgetPage({ gadget }: GadgetPageProps) {
  const session = useSession();
  const [changed, setChanged] = useState<unknown>(null);
  const [panel, setPanel] = useState<Panel | null>(null);
  const report = useReport(gadget.reportOf(FIRST_USE));
  const settings = useMemo(
    () => changed ?? report?.settings.parse(FIRST_USE).value,
    [changed, report],
  );
  const { run, state } = useReportRun(
    report
      ? { report, settings, jql: GADGET_JQL, contextAt: asOf => contextAt(session, asOf) }
      : null,
  );
  if (!report) return null;
  return (
    <main className="tb-gadget">
      <h1 className="tb-hidden">{gadget.title}</h1>
      <ReportFrame
        compact
        report={report}
        settings={settings}
        run={run}
        state={state}
        panel={panel}
        onPanel={setPanel}
        onSettings={setChanged}
        emptyText="No data matching the active filter."
        emptyAdvice="Widen the query of this gadget."
      />
    </main>
  );
}

/** The stored settings of a gadget that was never configured. */
const FIRST_USE = { gType: 0 };

/** The preset that every gadget begins with. */
const GADGET_JQL = 'created >= -30d AND assignee = currentUser()';
