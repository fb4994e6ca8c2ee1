import './reports-page.css';
import InformationIcon from '@atlaskit/icon/core/status-information';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { aboutReport, MENU, type MenuItem } from '@tallyboard/reports/catalogue/reports.ts';
import { Tabs } from '@tallyboard/ui/controls/tabs.tsx';
import { TitleRow } from '@tallyboard/ui/controls/title-row.tsx';
import { ProgressBar } from '@tallyboard/ui/feedback/progress-bar.tsx';
import { type MouseEvent, type ReactNode, Suspense, use, useMemo } from 'react';
import { loadReport } from '../frame/use-report.ts';
import { GroupNav, type NavLink } from '../nav/group-nav.tsx';
import { preloaded } from '../preloaded.tsx';
import {
  OVERVIEW_SELECTOR,
  type PageState,
  RESET,
  TABS,
  type Tab,
  usePageState,
} from '../router/page-state.ts';
import { BrandBar } from '../start/brand-bar.tsx';
import { allowsReport, type Edition, type Trial } from '../start/edition.ts';
import { HostTrouble } from '../start/host-trouble.tsx';
import { type Session, SessionContext } from '../start/session.ts';
import type { LayoutProps } from '../start/started.tsx';
import { choiceOf, FIELDS_SELECTOR, ISSUES_BY, menuItem, pageMenu } from './menu.ts';
import { pageTabs, selectedTab } from './page-tabs.ts';

// Lazy: after the first figures.
const SavedMenu = preloaded(() => import('./saved/saved-menu.tsx'));

/** Header, tabs and menu of the reports page. They work before the site is known. */
export function ReportsLayout({ info, percent, children }: LayoutProps) {
  const session = use(SessionContext);
  const page = usePageState();
  const { state, change, addressOf } = page;
  const tabs = session ? pageTabs(session, state) : expectedTabs(info);
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
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the page until there is a report to focus. */}
      <a className="tb-skip" href="#report" onClick={skipToReport}>
        Skip to report
      </a>
      {info.standalone && <BrandBar />}
      <main id="report" className="tb-page" aria-busy={children === undefined}>
        <h1 className="tb-hidden">Reports</h1>
        {session && <Banners info={info} edition={session.edition} />}
        {session && !page.pending && (
          <Missing session={session} state={state} tab={tab} menu={menu} />
        )}
        {session && tab !== 'settings' && (
          <Suspense>
            <SavedMenu page={page} />
          </Suspense>
        )}
        <Tabs
          label="Report scope"
          tabs={tabs}
          selected={tab}
          onSelect={next => change({ ...RESET, ...report, tab: next, saved: null })}
        >
          {tab === 'custom' ? (
            <div className="tb-page__custom">
              <ReportMenu
                menu={menu}
                selector={session ? menuItem(menu, selector).selector : selector}
                canEditFields={info.admin}
                addressOf={next => addressOf(choiceOf(next, state))}
                onSelect={next => change(choiceOf(next, state))}
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

function skipToReport(event: MouseEvent) {
  const report = document.querySelector<HTMLElement>('.tb-frame');
  if (!report) return;
  event.preventDefault();
  report.tabIndex = -1;
  report.focus();
}

/** Says what of the address is not on the page. */
function Missing(props: {
  readonly session: Session;
  readonly state: PageState;
  readonly tab: Tab;
  readonly menu: readonly MenuItem[];
}) {
  const { session, state, tab, menu } = props;
  const { site, host, edition } = session;
  const { projectKey } = host.info;
  const { selector, view } = state;
  const hasReport =
    tab === 'custom'
      ? selector === FIELDS_SELECTOR || menu.some(each => each.selector === selector)
      : tab === 'settings' || allowsReport(edition, view);
  return (
    <>
      {projectKey !== null && site.project === null && (
        <Banner emphasis>
          Project {projectKey} could not be loaded: it does not exist, or you may not see it.
        </Banner>
      )}
      {!hasReport && (
        <Banner emphasis>
          The report of this link is not{' '}
          {edition.standardFeatures ? 'enabled here' : 'part of Tallyboard Lite'}. The Overview is
          shown instead.
        </Banner>
      )}
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

function ReportMenu(props: {
  readonly menu: readonly MenuItem[];
  readonly selector: number;
  /** Only admins choose the fields of 'Issues By'. */
  readonly canEditFields: boolean;
  /** The URL of another report, to open it in a new tab. */
  readonly addressOf: (selector: number) => string;
  readonly onSelect: (selector: number) => void;
}) {
  const { menu, selector, canEditFields, addressOf, onSelect } = props;
  const groups = new Map<string | null, NavLink<number>[]>();
  for (const { selector: value, label, group, report } of menu) {
    const onReach = () => void loadReport(report).catch(() => {});
    const link = { value, label, address: addressOf(value), onReach };
    groups.set(group, [...(groups.get(group) ?? []), link]);
  }
  if (canEditFields) {
    const value = FIELDS_SELECTOR;
    const edit = { value, label: 'Add/Remove Fields', address: addressOf(value) };
    // Shown without fields too, so that one can be added.
    groups.set(ISSUES_BY, [...(groups.get(ISSUES_BY) ?? []), edit]);
  }
  return (
    <GroupNav
      label="Reports"
      selectLabel="Report"
      searchLabel="Search reports"
      groups={groups}
      value={selector}
      onSelect={onSelect}
    />
  );
}

/** Banners of the demo, of Lite and of its trial. */
function Banners({ info, edition }: { readonly info: HostInfo; readonly edition: Edition }) {
  return (
    <>
      {info.demo && (
        <Banner>
          You are looking at a demo: every project, person and number here is made up.{' '}
          <a href="/docs">Install Tallyboard</a> to see your own.
        </Banner>
      )}
      {edition.trial && <TrialNote trial={edition.trial} />}
      {edition.lite && !edition.trial && (
        <Banner>
          You are using Tallyboard Lite, which shows the Overview. Breakdowns and all other reports
          are part of <a href="/docs?app=reports">Tallyboard Standard</a>.
        </Banner>
      )}
    </>
  );
}

function TrialNote({ trial: { daysLeft, urgent } }: { readonly trial: Trial }) {
  const left = daysLeft === 1 ? '1 day' : `${daysLeft} days`;
  return (
    <Banner emphasis={urgent}>
      You are using Tallyboard Lite with all Standard features for a limited time:{' '}
      <strong>{left} left</strong>. Keep them with{' '}
      <a href="/docs?app=reports">Tallyboard Standard</a>.
    </Banner>
  );
}

function Banner({
  emphasis = false,
  children,
}: {
  readonly emphasis?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={`tb-banner tb-no-print${emphasis ? ' edition-note' : ''}`} role="note">
      <InformationIcon label="" color="currentColor" />
      <p>{children}</p>
    </div>
  );
}
