import './reports-page.css';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { MENU } from '@tallyboard/reports/catalogue/menu.ts';
import { aboutReport } from '@tallyboard/reports/catalogue/reports.ts';
import { Tabs } from '@tallyboard/ui/controls/tabs.tsx';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { ProgressBar } from '@tallyboard/ui/feedback/progress-bar.tsx';
import { use, useMemo } from 'react';
import { OVERVIEW_SELECTOR, RESET, TABS, usePageState } from '../router/page-state.ts';
import { BrandBar } from '../start/brand-bar.tsx';
import { HostTrouble } from '../start/host-trouble.tsx';
import { SessionContext } from '../start/session.ts';
import type { LayoutProps } from '../start/started.tsx';
import { Banners } from './banners.tsx';
import { choiceOf, FIELDS_SELECTOR, ISSUES_BY, menuItem, pageMenu } from './menu.ts';
import { pageTabs, selectedTab } from './page-tabs.ts';
import { ReportMenu } from './report-menu.tsx';

/** Header, tabs and menu of the reports page. They work before the site is known. */
export function ReportsLayout({ info, percent, children }: LayoutProps) {
  const session = use(SessionContext);
  const { state, change, addressOf } = usePageState();
  const tabs = session ? pageTabs(session, state.board) : expectedTabs(info);
  const tab = selectedTab(tabs, state, info);
  const menu = useMemo(() => (session ? pageMenu(session) : MENU), [session]);
  const selector = tab === 'custom' ? state.selector : OVERVIEW_SELECTOR;
  const item = menu.find(each => each.selector === selector);
  // This selector opens the fields in the settings; other tabs show Overview instead.
  const report = state.selector === FIELDS_SELECTOR ? { selector: OVERVIEW_SELECTOR } : {};
  const content = children ?? (
    <div>
      <ProgressBar label="Loading settings" percent={percent} />
      <HostTrouble />
      <ReportSkeleton report={item?.report} title={item?.label ?? ISSUES_BY} />
    </div>
  );
  return (
    <>
      {info.standalone && <BrandBar />}
      <main className="tb-page" aria-busy={children === undefined}>
        <h1 className="tb-hidden">Reports</h1>
        {session && <Banners info={info} edition={session.edition} />}
        <Tabs
          label="Report scope"
          tabs={tabs}
          selected={tab}
          onSelect={next => change({ ...RESET, ...report, tab: next })}
        >
          {tab === 'custom' ? (
            <div className="tb-page__custom">
              <ReportMenu
                menu={menu}
                selector={session ? menuItem(menu, selector).selector : selector}
                canEditFields={info.admin}
                addressOf={next => addressOf(choiceOf(next))}
                onSelect={next => change(choiceOf(next))}
              />
              {content}
            </div>
          ) : (
            content
          )}
        </Tabs>
      </main>
    </>
  );
}

/** The tabs before boards, user and epics are known. */
const expectedTabs = (info: HostInfo) =>
  TABS.flatMap(id => {
    if (id === 'settings' && !info.admin) return [];
    if (id === 'project' && !info.standalone && info.projectKey === null) return [];
    return { id, label: LABELS[id] };
  });

/** The title of a report and the shape of its result, while it loads. */
function ReportSkeleton({
  report,
  title,
}: {
  /** A report of fields without one. */
  readonly report?: string | undefined;
  readonly title: string;
}) {
  return (
    <div data-shape={aboutReport(report ?? '')?.shape ?? 'chart'}>
      <TitleRow title={title} />
      <div className="tb-frame__waiting" aria-hidden="true" data-seen />
    </div>
  );
}

const unnamed = (label: string) => (
  <span className="tb-page__unnamed">
    <span className="tb-hidden">{label}</span>
  </span>
);

const LABELS = {
  project: unnamed('Board'),
  user: unnamed('Assigned to me'),
  epics: 'Epics',
  custom: 'Custom',
  settings: 'Settings',
};
