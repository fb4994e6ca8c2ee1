import './reports-page.css';
import { Tabs } from '@tallyboard/ui/controls/tabs.tsx';
import { lazy, Suspense } from 'react';
import { OVERVIEW_SELECTOR, RESET, usePageState } from '../router/page-state.ts';
import { BrandBar } from '../start/brand-bar.tsx';
import { useSession } from '../start/session.ts';
import { Started, type StartedProps } from '../start/started.tsx';
import { Banners } from './banners.tsx';
import { CustomTab } from './custom-tab.tsx';
import { FIELDS_SELECTOR } from './menu.ts';
import { pageTabs, selectedTab } from './page-tabs.ts';
import { ScopeTab } from './scope-tab.tsx';

// Lazy: only admins see it.
const SettingsPage = lazy(() => import('../settings-page/settings-page.tsx'));

/** The reports page: tabs that choose the issues, and the report on them. */
export default function ReportsPage(props: Pick<StartedProps, 'host' | 'engine'>) {
  return (
    <Started {...props}>
      <Scopes />
    </Started>
  );
}

function Scopes() {
  const session = useSession();
  const { host, edition } = session;
  const page = usePageState();
  const { state, change } = page;
  const tabs = pageTabs(session, state.board);
  const tab = selectedTab(tabs, state, host.info);
  // This selector opens the fields in the settings; other tabs show Overview instead.
  const report = state.selector === FIELDS_SELECTOR ? { selector: OVERVIEW_SELECTOR } : {};
  return (
    <>
      {host.info.standalone && <BrandBar />}
      <main className="tb-page">
        <h1 className="tb-hidden">Reports</h1>
        <Banners info={host.info} edition={edition} />
        <Tabs
          label="Report scope"
          tabs={tabs}
          selected={tab}
          onSelect={next => change({ ...RESET, ...report, tab: next })}
        >
          {tab === 'settings' ? (
            <Suspense>
              <SettingsPage fields={state.selector === FIELDS_SELECTOR} />
            </Suspense>
          ) : tab === 'custom' ? (
            <CustomTab page={page} />
          ) : (
            <ScopeTab key={tab} tab={tab} page={page} />
          )}
        </Tabs>
      </main>
    </>
  );
}
