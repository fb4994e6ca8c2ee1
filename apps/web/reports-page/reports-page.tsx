import type { ExpectedBoard } from '@tallyboard/engine/calls.ts';
import { MENU } from '@tallyboard/reports/catalogue/reports.ts';
import { lazy, Suspense } from 'react';
import { useReport } from '../frame/use-report.ts';
import { type PageState, usePageState } from '../router/page-state.ts';
import { useSession } from '../start/session.ts';
import { Started, type StartedProps } from '../start/started.tsx';
import { CustomTab } from './custom-tab.tsx';
import { FIELDS_SELECTOR, menuItem } from './menu.ts';
import { pageTabs, selectedTab } from './page-tabs.ts';
import { ReportsLayout } from './reports-layout.tsx';
import { ScopeTab } from './scope-tab.tsx';

// Lazy: only admins see it.
const SettingsPage = lazy(() => import('../settings-page/settings-page.tsx'));

/** The reports page: tabs that choose the issues, and the report on them. */
export default function ReportsPage(props: Pick<StartedProps, 'host' | 'engine'>) {
  const { state } = usePageState();
  // Loaded while the site is.
  useReport(menuItem(MENU, state.selector).report);
  return (
    <Started {...props} board={expectedBoard(state)} layout={ReportsLayout}>
      <SelectedTab />
    </Started>
  );
}

function expectedBoard({ tab, board, settings }: PageState): ExpectedBoard | null {
  const id = tab === 'custom' ? (settings?.boardId ?? board) : board;
  return typeof id === 'number' && id > 0 ? { id, sprints: tab === 'custom' } : null;
}

function SelectedTab() {
  const session = useSession();
  const page = usePageState();
  const { state } = page;
  const tab = selectedTab(pageTabs(session, state.board), state, session.host.info);
  if (tab === 'custom') return <CustomTab page={page} />;
  if (tab !== 'settings') return <ScopeTab key={tab} tab={tab} page={page} />;
  return (
    <Suspense>
      <SettingsPage fields={state.selector === FIELDS_SELECTOR} />
    </Suspense>
  );
}
