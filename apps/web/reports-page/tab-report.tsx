import type { Failure } from '@tallyboard/engine/failure.ts';
import { contextAt } from '@tallyboard/engine/run-report.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { aboutReport, type MenuItem } from '@tallyboard/reports/catalogue/reports.ts';
import { reportDefaults } from '@tallyboard/reports/catalogue/site-settings.ts';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { type ReactNode, useMemo } from 'react';
import { ReportFrame } from '../frame/report-frame.tsx';
import { useReportRun } from '../frame/report-run.ts';
import { useReport } from '../frame/use-report.ts';
import type { PageStateTools } from '../router/page-state.ts';
import { HostTrouble } from '../start/host-trouble.tsx';
import { useSession } from '../start/session.ts';
import { changedSettings } from './kept-settings.ts';
import type { Scope } from './scope.ts';
import { ScopeLine } from './scope-line.tsx';

/** A report on the issues of a tab, below its scope line. */
export function TabReport(props: {
  readonly page: PageStateTools;
  readonly scope: Scope;
  readonly query: {
    /** Null while the filter of a board is loading. */
    readonly jql: string | null;
    readonly failure: Failure | null;
  };
  /** The report, and the fixed settings of its menu entry. */
  readonly item: Pick<MenuItem, 'report' | 'settings'>;
  /** Stored settings that the user changed. */
  readonly changed: Stored | null;
  /** `own`: those that differ from the shared settings, which can change later. */
  readonly onSettings: (stored: Stored, own: Stored) => void;
  /** Replaces the query; absent where the tab fixes it. Must be stable between renders. */
  readonly onJql?: (jql: string) => void;
  /** The content of the expanded scope line. */
  readonly filter: ReactNode;
}) {
  const { page, scope, query, item, changed, onSettings } = props;
  const { state, change } = page;
  const session = useSession();
  const report = useReport(item.report);
  const defaults = useMemo(
    () => reportDefaults(session.site.settings, item.report),
    [session, item.report],
  );
  const settings = useMemo(
    () => report?.settings.parse({ ...defaults, ...changed, ...item.settings }).value,
    [report, defaults, item.settings, changed],
  );
  const { jql } = query;
  const { run, state: running } = useReportRun(
    jql === null || !report
      ? null
      : { report, settings, jql, contextAt: asOf => contextAt(session, asOf) },
    { showsEarlier: true },
  );
  return (
    <div data-shape={aboutReport(item.report)?.shape}>
      <ScopeLine name={scope.name} run={run} state={running}>
        {props.filter}
      </ScopeLine>
      {running.percent !== null && <HostTrouble />}
      {query.failure && (
        <ErrorState title="The filter of this board could not be loaded">
          {query.failure.messages.join(' ')}
        </ErrorState>
      )}
      {report ? (
        <ReportFrame
          report={report}
          settings={settings}
          run={run}
          state={running}
          panel={state.panel}
          onPanel={panel => change({ panel }, panel ? 'push' : 'close')}
          onSettings={next => {
            const { value } = report.settings.parse({ ...defaults, ...item.settings });
            const stored = report.settings.serialize(next);
            onSettings(stored, changedSettings(report.settings.serialize(value), stored));
          }}
          onJql={props.onJql}
          emptyAdvice="No issues match. Widen the filter or choose another board."
        />
      ) : (
        <div className="tb-frame__waiting" data-seen />
      )}
    </div>
  );
}
