import './reports-page.css';
import { Tabs } from '@tallyboard/ui/controls/tabs.tsx';
import { BrandBar } from '../start/brand-bar.tsx';
import { useSession } from '../start/session.ts';
import { Banners } from './banners.tsx';
import { pageTabs, selectedTab } from './page-tabs.ts';
import { BoardPicker, EpicPicker } from './pickers.tsx';
import { ReportMenu } from './report-menu.tsx';
import { TabReport } from './tab-report.tsx';
import { usePageState } from './use-page-state.ts';

/** The reports page: tabs that choose the issues, and the report on them. */
export default function ReportsPage() {
  const { host, site } = useSession();
  const page = usePageState();
  const { state, change } = page;
  const tabs = pageTabs(site, host.info, state.board);
  const tab = selectedTab(tabs, state, host.info);
  return (
    <>
      {host.info.standalone && <BrandBar />}
      <main className="tb-page">
        <h1 className="tb-hidden">Reports</h1>
        <Banners info={host.info} />
        <Tabs
          label="What to report on"
          tabs={tabs}
          selected={tab}
          // Another tab is another view: settings and panel belong to the one before.
          onSelect={next => change({ tab: next, settings: null, panel: null })}
        >
          {tab === 'custom' ? (
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
