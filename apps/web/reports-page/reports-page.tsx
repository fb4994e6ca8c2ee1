import './reports-page.css';
import { Tabs } from '@tallyboard/ui/controls/tabs.tsx';
import { lazy, Suspense } from 'react';
import { BrandBar } from '../start/brand-bar.tsx';
import { useSession } from '../start/session.ts';
import { Banners } from './banners.tsx';
import { pageTabs, selectedTab } from './page-tabs.ts';
import { BoardPicker, EpicPicker } from './pickers.tsx';
import { ReportMenu } from './report-menu.tsx';
import { TabReport } from './tab-report.tsx';
import { usePageState } from './use-page-state.ts';

// Admins alone ever see it.
const SettingsPage = lazy(() => import('../settings-page/settings-page.tsx'));

/** 'Add/Remove Fields' leads to the settings, where the fields are. */
const FIELDS_SELECTOR = 2;

/** The reports page: tabs that choose the issues, and the report on them. */
export default function ReportsPage() {
  const session = useSession();
  const { host, edition } = session;
  const page = usePageState();
  const { state, change } = page;
  const tabs = pageTabs(session, state.board);
  const tab = selectedTab(tabs, state, host.info);
  return (
    <>
      {host.info.standalone && <BrandBar />}
      <main className="tb-page">
        <h1 className="tb-hidden">Reports</h1>
        <Banners info={host.info} edition={edition} />
        <Tabs
          label="What to report on"
          tabs={tabs}
          selected={tab}
          // Another tab is another view: settings and panel belong to the one before.
          onSelect={next => change({ tab: next, settings: null, panel: null })}
        >
          {tab === 'settings' ? (
            <Suspense>
              <SettingsPage fields={state.selector === FIELDS_SELECTOR} />
            </Suspense>
          ) : tab === 'custom' ? (
            <div className="tb-page__custom">
              <ReportMenu
                selector={state.selector}
                addressOf={selector => page.addressOf({ selector, settings: null, panel: null })}
                onSelect={selector => change({ selector, settings: null, panel: null })}
              />
              <TabReport tab={tab} page={page} />
            </div>
          ) : (
            <>
              {tab === 'project' && <BoardPicker page={page} />}
              {tab === 'epics' && <EpicPicker page={page} />}
              <TabReport tab={tab} page={page} />
            </>
          )}
        </Tabs>
      </main>
    </>
  );
}
