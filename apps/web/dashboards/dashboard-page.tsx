import { preloaded } from '../preloaded.tsx';
import './dashboards.css';
import Add from '@atlaskit/icon/core/add';
import FilterIcon from '@atlaskit/icon/core/filter';
import {
  addressParameters,
  type DashboardFilter,
  filterInForce,
  filterParameters,
  filterText,
} from '@tallyboard/engine/gadgets/dashboard-filter.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { dashboardInfo } from '@tallyboard/hosts/standalone/card-host.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Menu } from '@tallyboard/ui/controls/menu.tsx';
import { showFlag, showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { EmptyState, ErrorState, SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { printPage } from '@tallyboard/ui/text/print.ts';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { writeLocal } from '../browser-storage.ts';
import { openGadgetEngine } from '../engine/start-engine.ts';
import { Find, type FindProps } from '../find/find.tsx';
import { FilterContext } from '../gadget-page/filter-context.ts';
import { go, useAddress } from '../router/address.ts';
import { AnonymousDashboard } from '../snapshot/anonymous-dashboard.tsx';
import { BrandBar } from '../start/brand-bar.tsx';
import { watchHost } from '../start/host-trouble.tsx';
import { canShare, roleOfVisitor } from '../start/server-note.ts';
import { type Dashboard, LAST_DASHBOARD } from './dashboard.ts';
import { type DashboardDialog, DashboardDialogs, type OpenDialog } from './dashboard-dialogs.tsx';
import { createCards, DashboardGrid } from './dashboard-grid.tsx';
import { FavoriteButton } from './favorite-button.tsx';
import { type LiveDashboard, useDashboard } from './use-dashboard.ts';
import { useOuterFilter } from './use-outer-filter.ts';

const FilterBar = preloaded(() => import('./filter-bar.tsx'));
const AnonymousNotice = preloaded(() => import('../snapshot/anonymous-notice.tsx'));

const failed = showProblem('The dashboard could not be changed');

const foreign = () =>
  void showFlag({ kind: 'information', title: 'Someone else changed this dashboard' });

/** One dashboard: its gadgets in columns, and the actions on them. */
export default function DashboardPage(props: FindProps & { readonly id: string }) {
  const { host, engine, id } = props;
  const live = useDashboard({ host, id, onFailure: failed, onForeignChange: foreign });
  useGadgetSession(host, id);
  const { dashboard, gone } = live;
  useEffect(() => {
    if (dashboard) writeLocal(LAST_DASHBOARD, dashboard.id);
    document.title = dashboard ? `${dashboard.name} - Tallyboard` : 'Tallyboard';
  }, [dashboard]);
  return (
    <>
      <BrandBar>
        <Find host={host} engine={engine} />
      </BrandBar>
      <main className="tb-dash">
        {gone ? (
          <Gone />
        ) : dashboard ? (
          <DashboardView key={id} host={host} live={live} dashboard={dashboard} />
        ) : live.signedOut ? (
          <ErrorState title="You are signed out">Reload the page to sign in.</ErrorState>
        ) : (
          live.offline && (
            <ErrorState title="The dashboard could not be loaded" onRetry={live.refresh}>
              The server did not respond. Retrying automatically.
            </ErrorState>
          )
        )}
      </main>
    </>
  );
}

/** Starts the session of the gadgets while the dashboard loads: they join it. */
function useGadgetSession(host: Host, dashboardId: string): void {
  useEffect(() => {
    const engine = openGadgetEngine(watchHost(host.request));
    const info = dashboardInfo(host, dashboardId, false);
    // Gadgets report the failure of their own start.
    engine.start({ info, gadget: true }).catch(() => {});
    return engine.close;
  }, [host, dashboardId]);
}

function Gone() {
  return (
    <EmptyState
      title="Dashboard not found"
      action={{ label: 'All dashboards', onSelect: () => go('/dashboards', 'push') }}
    >
      It was deleted, is not shared with you, or the link is wrong.
    </EmptyState>
  );
}

/** How long printing waits until all gadgets have content. */
const MAX_WAIT_MS = 10_000;
const POLL_MS = 200;

const LOADING = '.tb-gadget-card__body[aria-busy="true"], .tb-gadget-card__body .tb-frame__waiting';

const isLoading = () => document.querySelector(LOADING) !== null;

function DashboardView(props: {
  readonly host: Host;
  readonly live: LiveDashboard;
  readonly dashboard: Dashboard;
}) {
  const { host, live, dashboard } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [eager, setEager] = useState(false);
  const [cards] = useState(createCards);
  const [anonymous, setAnonymous] = useState<{ end: () => void } | null>(null);
  const [filter, setFilter] = useFilter(dashboard.filter);
  const outer = useOuterFilter(host, filter);
  const [filters, setFilters] = useState(() => filterParameters(filter).length > 0);
  const print = async () => {
    setEager(true);
    for (let waited = 0; isLoading() && waited < MAX_WAIT_MS; waited += POLL_MS)
      await new Promise(resolve => setTimeout(resolve, POLL_MS));
    await printPage();
  };
  return (
    <>
      <Head
        host={host}
        dashboard={dashboard}
        onFavorite={live.refresh}
        onDialog={kind => setDialog({ kind })}
        onRefresh={cards.refresh}
        anonymous={anonymous !== null}
        onAnonymize={() => setAnonymous({ end: () => setAnonymous(null) })}
        onPrint={() => void print()}
        filters={filters}
        onFilters={() => setFilters(true)}
      />
      {anonymous && <Anonymized onEnd={anonymous.end} />}
      {filters && !anonymous && (
        <Suspense>
          <FilterBar
            host={host}
            filter={filter}
            onFilter={setFilter}
            kept={dashboard.filter}
            onKeep={
              dashboard.editable ? () => void live.change(() => keepFilter(filter)) : undefined
            }
            onClose={() => setFilters(false)}
          />
        </Suspense>
      )}
      <Trouble live={live} />
      {dashboard.items.length === 0 ? (
        <EmptyState
          title="No gadgets yet"
          {...(dashboard.editable && {
            action: { label: 'Add a gadget', onSelect: () => setDialog({ kind: 'gallery' }) },
          })}
        >
          {dashboard.editable
            ? 'Each gadget shows one report: a sprint burndown, a timesheet and more.'
            : 'Its owner has not added a gadget yet.'}
        </EmptyState>
      ) : outer.failed ? (
        <ErrorState title="The board of the filter could not be read" onRetry={outer.reload}>
          Choose another board, or clear the filter.
        </ErrorState>
      ) : outer.shown === null ? (
        <div className="tb-frame__waiting" />
      ) : (
        <FilterContext value={outer.shown.outer}>
          <AnonymousDashboard value={anonymous}>
            <DashboardGrid
              host={host}
              live={live}
              cards={cards}
              eager={eager}
              onDialog={(kind, itemId) => setDialog({ kind, itemId })}
            />
          </AnonymousDashboard>
        </FilterContext>
      )}
      {dialog && (
        <Suspense>
          <DashboardDialogs
            host={host}
            live={live}
            dashboard={dashboard}
            cards={cards}
            dialog={dialog}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const keepFilter = (filter: DashboardFilter) => ({ filter: filterText(filter) });

/** The filter in the address, so that a link shows the same, else the one that the dashboard keeps. */
function useFilter(kept: string): [DashboardFilter, (filter: DashboardFilter) => void] {
  const [path = '', search = ''] = useAddress().split('?');
  const filter = useMemo(() => filterInForce(search, kept), [search, kept]);
  const change = (next: DashboardFilter) => {
    const query = new URLSearchParams(addressParameters(next, kept)).toString();
    go(query === '' ? path : `${path}?${query}`, 'replace');
  };
  return [filter, change];
}

const Anonymized = ({ onEnd }: { readonly onEnd: () => void }) => (
  <Suspense>
    <AnonymousNotice onEnd={onEnd}>
      {' '}
      Each gadget has names of its own. Titles, texts and the words of the filter are left out.
    </AnonymousNotice>
  </Suspense>
);

function Trouble({ live }: { readonly live: LiveDashboard }) {
  return (
    <>
      {live.signedOut && (
        <SectionMessage kind="warning">
          You are signed out: nothing is new since {new Date(live.seenAt).toLocaleTimeString()}.
          Reload the page to sign in.
        </SectionMessage>
      )}
      {live.offline && (
        <SectionMessage kind="warning">
          The server has not responded since {new Date(live.seenAt).toLocaleTimeString()}. Data may
          be outdated; retrying automatically.
        </SectionMessage>
      )}
    </>
  );
}

function Head(props: {
  readonly host: Host;
  readonly dashboard: Dashboard;
  readonly onFavorite: () => void;
  readonly onDialog: (kind: DashboardDialog['kind']) => void;
  readonly onRefresh: () => void;
  /** Names are made up: those of the dashboard and its people are left out. */
  readonly anonymous: boolean;
  readonly onAnonymize: () => void;
  readonly onPrint: () => void;
  /** The bar of filters is open. */
  readonly filters: boolean;
  readonly onFilters: () => void;
}) {
  const { host, dashboard, onFavorite, onDialog, onRefresh, onPrint, filters, onFilters } = props;
  const { anonymous, onAnonymize } = props;
  const { name, owner, editable, manageable } = dashboard;
  const edits = [
    { id: 'layout', label: 'Layout', onSelect: () => onDialog('layout') },
    { id: 'rename', label: 'Rename', onSelect: () => onDialog('rename') },
  ];
  const links = [
    { id: 'display-link', label: 'Display link', onSelect: () => onDialog('display-link') },
  ];
  return (
    <header className="tb-dash__head">
      <nav aria-label="Path" className="tb-no-print">
        <a href="/dashboards">Dashboards</a>
      </nav>
      <div className="tb-dash__line">
        <h1 dir="auto">{anonymous ? 'Dashboard' : name}</h1>
        <div className="tb-row tb-no-print">
          {editable && (
            <Button appearance="primary" icon={Add} onClick={() => onDialog('gallery')}>
              Add gadget
            </Button>
          )}
          {!filters && !anonymous && dashboard.items.length > 0 && (
            <Button icon={FilterIcon} onClick={onFilters}>
              Filter
            </Button>
          )}
          {manageable && canShare() && <Button onClick={() => onDialog('share')}>Share</Button>}
          <FavoriteButton host={host} dashboard={dashboard} onChanged={onFavorite} />
          <Menu
            label="Dashboard actions"
            dots
            actions={[
              { id: 'refresh', label: 'Refresh all', onSelect: onRefresh },
              { id: 'wallboard', label: 'Wallboard', onSelect: () => onDialog('wallboard') },
              { id: 'subscribe', label: 'Subscribe', onSelect: () => onDialog('subscribe') },
              ...(canShare() ? links : []),
              ...(anonymous
                ? []
                : [{ id: 'anonymize', label: 'Anonymize', onSelect: onAnonymize }]),
              { id: 'print', label: 'Print', onSelect: onPrint },
              { id: 'copy', label: 'Copy', onSelect: () => onDialog('copy') },
              ...(editable ? edits : []),
              ...(manageable
                ? [{ id: 'delete', label: 'Delete', onSelect: () => onDialog('delete') }]
                : []),
            ]}
          />
        </div>
      </div>
      {!editable && !anonymous && (
        <p className="tb-quiet">
          {roleOfVisitor() === 'reader'
            ? 'With the role reader you can change only your own dashboards.'
            : `Only ${owner ?? 'its owner'} and people with edit access can change this dashboard.`}{' '}
          Copy it to make your own.
        </p>
      )}
    </header>
  );
}
