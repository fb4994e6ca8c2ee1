import type { ExpectedBoard } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { MENU } from '@tallyboard/reports/catalogue/reports.ts';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { Suspense, useEffect } from 'react';
import { CrashBoundary } from '../crash-boundary.tsx';
import { loadReport } from '../frame/use-report.ts';
import { preloaded } from '../preloaded.tsx';
import { go, useAddress } from '../router/address.ts';
import { hasPageState, type PageState, savedAddress, usePageState } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { Started, type StartedProps } from '../start/started.tsx';
import { CustomTab } from './custom-tab.tsx';
import { FIELDS_SELECTOR, menuItem } from './menu.ts';
import { pageTabs, selectedTab } from './page-tabs.ts';
import { ReportsLayout } from './reports-layout.tsx';
import { readStartReport } from './saved/start-report.ts';
import { ScopeTab } from './scope-tab.tsx';

// Lazy: only admins see it.
const SettingsPage = preloaded(() => import('../settings-page/settings-page.tsx'));

// Lazy: for readers who save reports.
const OpenSaved = preloaded(() => import('./saved/open-saved.tsx'));

/** The reports page: tabs that choose the issues, and the report on them. */
export default function ReportsPage(props: Pick<StartedProps, 'host' | 'engine'>) {
  const { state } = usePageState();
  const { report } = menuItem(MENU, state.selector);
  useStartReport(props.host);
  useEffect(() => {
    // Loaded while the site is; a failure is thrown where the report is shown.
    loadReport(report).catch(() => {});
  }, [report]);
  return (
    <Started {...props} board={expectedBoard(state)} layout={ReportsLayout}>
      <CrashBoundary
        resetKey={`${state.tab} ${state.selector}`}
        problem={(message, retry) => (
          <ErrorState title="The report could not be displayed" onRetry={retry}>
            {message}
          </ErrorState>
        )}
      >
        <SelectedTab />
      </CrashBoundary>
    </Started>
  );
}

/** Opens the start page of the reader, else of the project, where the address names nothing else. */
function useStartReport(host: Host) {
  const address = useAddress();
  const { projectKey, initialTab, licensed } = host.info;
  useEffect(() => {
    if (!licensed) return;
    const named = new URL(address, location.origin).searchParams;
    if (initialTab !== null || hasPageState(named)) return;
    const open = (id: string | null) => id !== null && go(savedAddress(id), 'replace');
    const own = readStartReport(projectKey);
    if (own !== null || projectKey === null || host.savedReports !== 'server')
      return void open(own);
    const controller = new AbortController();
    const { signal } = controller;
    void import('./saved/saved-store.ts')
      .then(store => store.savedReportsOf(host)?.projectStart(projectKey, signal))
      // Without an answer the page opens with its defaults.
      .then(
        start => void (start && !signal.aborted && open(start.report)),
        () => {},
      );
    return () => controller.abort();
  }, [address, host, projectKey, initialTab, licensed]);
}

function expectedBoard({ tab, board, settings }: PageState): ExpectedBoard | null {
  const id = tab === 'custom' ? (settings?.boardId ?? board) : board;
  return typeof id === 'number' && id > 0 ? { id, sprints: tab === 'custom' } : null;
}

function SelectedTab() {
  const session = useSession();
  const page = usePageState();
  const { state } = page;
  if (page.pending)
    return (
      <Suspense fallback={<div className="tb-frame__waiting" data-seen />}>
        <OpenSaved page={page} />
      </Suspense>
    );
  const tab = selectedTab(pageTabs(session, state), state, session.host.info);
  if (tab === 'custom') return <CustomTab page={page} />;
  if (tab !== 'settings') return <ScopeTab key={tab} tab={tab} page={page} />;
  return (
    <Suspense>
      <SettingsPage fields={state.selector === FIELDS_SELECTOR} />
    </Suspense>
  );
}
