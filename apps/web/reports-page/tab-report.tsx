import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { OutLink } from '@tallyboard/ui/issue/key-link.tsx';
import { useCallback, useMemo } from 'react';
import { ReportFrame } from '../frame/report-frame.tsx';
import type { ReportOrder } from '../frame/report-run.ts';
import { useReport } from '../frame/use-report.ts';
import { useReportRun } from '../frame/use-report-run.ts';
import { OVERVIEW_SELECTOR, type Tab } from '../router/page-state.ts';
import { reportDefaults } from '../start/global-settings.ts';
import { contextAt, useSession } from '../start/session.ts';
import { FilterBox } from './filter-box.tsx';
import { menuItem } from './menu.ts';
import { appliedFilter, presetsOf } from './page-filter.ts';
import { scopeOf } from './scope.ts';
import { ScopeLine } from './scope-line.tsx';
import type { PageStateTools } from './use-page-state.ts';
import { useScopeQuery } from './use-scope-query.ts';

export interface TabReportProps {
  readonly tab: Tab;
  readonly page: PageStateTools;
}

/** The report of a tab on the tab's issues, under the line that says which these are. */
export function TabReport({ tab, page }: TabReportProps) {
  const session = useSession();
  const { host, site } = session;
  const { state, change } = page;
  const scope = scopeOf(tab, state, site, host.info);
  const query = useScopeQuery(scope);
  const report = useReport(menuItem(tab === 'custom' ? state.selector : OVERVIEW_SELECTOR).report);
  const settings = useMemo(
    () =>
      report?.settings.parse({ ...reportDefaults(site.settings, report.id), ...state.settings })
        .value,
    [report, site, state.settings],
  );
  const order: ReportOrder | null =
    query.jql === null || !report
      ? null
      : { report, settings, jql: query.jql, contextAt: asOf => contextAt(session, asOf) };
  const { run, state: running } = useReportRun(order);
  const replaceQuery = useCallback(
    (jql: string) => change({ preset: 'custom', jql, panel: null }),
    [change],
  );
  const jqlUrl = (jql: string) => `${host.info.baseUrl}/issues/?jql=${encodeURIComponent(jql)}`;

  return (
    <div>
      <ScopeLine name={scope.name} run={run} state={running}>
        {tab === 'custom' ? (
          <FilterBox
            presets={presetsOf(site, host.info)}
            filter={appliedFilter(presetsOf(site, host.info), state)}
            jqlUrl={jqlUrl}
            onApply={filter => change({ ...filter, panel: null })}
          />
        ) : (
          <div className="tb-filter">
            <code className="tb-filter__query">{query.jql || 'All issues'}</code>
            <div className="tb-filter__actions">
              <Button
                onClick={() =>
                  change({ tab: 'custom', preset: 'custom', jql: query.jql, panel: null })
                }
              >
                Customize JQL
              </Button>
              <OutLink url={jqlUrl(query.jql ?? '')}>View Filtered Issues</OutLink>
            </div>
          </div>
        )}
      </ScopeLine>
      {query.failure && (
        <ErrorState title="The filter of this board could not be read">
          {query.failure.messages.join(' ')}
        </ErrorState>
      )}
      {report && (
        <ReportFrame
          report={report}
          settings={settings}
          run={run}
          state={running}
          panel={state.panel}
          onPanel={panel => change({ panel }, panel ? 'push' : 'close')}
          onSettings={next => change({ settings: report.settings.serialize(next) }, 'replace')}
          onJql={tab === 'custom' ? replaceQuery : undefined}
          emptyAdvice="No issues match. Widen the query or pick another board."
        />
      )}
    </div>
  );
}
