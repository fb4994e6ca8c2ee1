import '../dashboards.css';
import './wallboard.css';
import { filterInForce } from '@tallyboard/engine/gadgets/dashboard-filter.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { FilterContext } from '../../gadget-page/filter-context.ts';
import { preloaded } from '../../preloaded.tsx';
import { useAddress } from '../../router/address.ts';
import { useWallScale } from '../../start/wall-scale.ts';
import { CardBody } from '../card-body.tsx';
import { colorStyle, type Dashboard, type Item } from '../dashboard.ts';
import { useTitles } from '../gadget-kinds.ts';
import { useDashboard } from '../use-dashboard.ts';
import { useOuterFilter } from '../use-outer-filter.ts';
import { useRotation } from './use-rotation.ts';
import { type Hours, isWithin, parseWallboard, viewColumns, wallViews } from './wallboard.ts';
import { WallboardControls } from './wallboard-controls.tsx';

// Lazy: only for walls by display links.
const LinkedGadget = preloaded(() => import('./linked-gadget.tsx'));

const POLL_MS = 10_000;

/**
 * Dashboards on an unattended screen. All of them stay loaded, so that rotation needs no network; offline, the last
 * figures stay with their time. Outside its hours nothing is loaded.
 */
export default function WallboardPage(props: {
  readonly host: Host;
  /** The dashboard to show; null rotates through those of the URL. */
  readonly id: string | null;
  /** Opened by a display link: figures come from the server, with the filter that the dashboard keeps. */
  readonly linked?: boolean;
}) {
  const { host, id, linked = false } = props;
  const address = useAddress();
  const { ids, periodMs, hours, search } = useMemo(() => {
    const search = address.replace(/^[^?]*/, '');
    const parsed = { ...parseWallboard(search), search };
    return id === null ? parsed : { ...parsed, ids: [id] };
  }, [id, address]);
  const time = useTimeOfDay(hours !== null);
  const scale = useWallScale();
  useEffect(() => {
    document.title = 'Wallboard - Tallyboard';
  }, []);
  const message = ids.length === 0 ? NO_DASHBOARD : offText(hours, time);
  return (
    <main className="tb-wallboard" style={{ '--tb-wall-scale': scale }}>
      {message ? (
        <p className="tb-wallboard__message">{message}</p>
      ) : (
        <Rotation host={host} ids={ids} periodMs={periodMs} search={search} linked={linked} />
      )}
    </main>
  );
}

const GONE = 'It was deleted, or is no longer shared. Open another dashboard and choose Wallboard.';
const NO_GADGETS = 'This dashboard has no gadgets. Those that are added to it appear here.';
const NO_DASHBOARD = 'No dashboard to show. Open a dashboard and choose Wallboard.';

const offText = (hours: Hours | null, time: string) =>
  hours !== null && !isWithin(hours, time) ? `Off until ${hours.from}` : null;

const MINUTE_MS = 60_000;

/** The time of the screen, '09:30'. */
function useTimeOfDay(runs: boolean): string {
  const [time, setTime] = useState(() => timeOfDay());
  useEffect(() => {
    if (!runs) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setTime(timeOfDay());
      timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [runs]);
  return time;
}

function timeOfDay(at = new Date()): string {
  return [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':');
}

function Rotation(props: {
  readonly host: Host;
  readonly ids: readonly string[];
  readonly periodMs: number | null;
  /** The parameters of the wallboard, which may name a filter. */
  readonly search: string;
  readonly linked: boolean;
}) {
  const { host, ids, periodMs, search, linked } = props;
  const { place, paused, pause, step, setBoard } = useRotation(ids, periodMs);
  return (
    <>
      {ids.map((id, at) => (
        <Board
          key={id}
          host={host}
          id={id}
          search={linked ? '' : search}
          linked={linked}
          view={at === place.board ? place.view : null}
          onBoard={setBoard}
        />
      ))}
      <WallboardControls paused={paused} onPause={pause} onStep={step} />
    </>
  );
}

interface BoardProps {
  readonly host: Host;
  readonly id: string;
  readonly search: string;
  readonly linked: boolean;
  /** Null while another dashboard is shown. */
  readonly view: number | null;
  readonly onBoard: ReturnType<typeof useRotation>['setBoard'];
}

function Board({ host, id, search, linked, view, onBoard }: BoardProps) {
  const { dashboard, gone, offline, signedOut, refusal, seenAt } = useDashboard({
    host,
    id,
    pollMs: POLL_MS,
    onFailure: () => {},
  });
  const views = useMemo(() => (dashboard ? wallViews(dashboard) : []), [dashboard]);
  const periodMs = gone ? null : (dashboard?.cyclePeriodMs ?? null);
  useEffect(() => {
    onBoard(id, periodMs === null ? null : { views: views.length, periodMs });
  }, [id, views.length, periodMs, onBoard]);
  const current = Math.min(view ?? 0, Math.max(0, views.length - 1));
  if (linked && refusal !== null) return <p className="tb-wallboard__message">{refusal}</p>;
  return (
    <section
      className={classNames('tb-wallboard__board', view === null && 'tb-wallboard--waiting')}
      inert={view === null}
      aria-label={dashboard?.name}
    >
      <header className="tb-wallboard__head">
        <h1 dir="auto">{gone ? 'Dashboard not found' : (dashboard?.name ?? '')}</h1>
        {views.length > 1 && (
          <span className="tb-quiet">
            {current + 1} of {views.length}
          </span>
        )}
        {(offline || signedOut) && <p role="status">{troubleText(signedOut, seenAt)}</p>}
      </header>
      {gone && <p className="tb-wallboard__message">{GONE}</p>}
      {!gone && dashboard?.items.length === 0 && (
        <p className="tb-wallboard__message">{NO_GADGETS}</p>
      )}
      {dashboard && !gone && (
        <Filtered host={host} filter={dashboard.filter} search={search}>
          <Views
            host={host}
            dashboard={dashboard}
            views={views}
            current={current}
            linked={linked}
          />
        </Filtered>
      )}
    </section>
  );
}

/** 'No connection since 09:42'; signed out it says how to go on. */
function troubleText(signedOut: boolean, seenAt: number): string {
  const since = seenAt > 0 ? ` since ${timeOfDay(new Date(seenAt))}` : '';
  return signedOut ? `Signed out${since}. Reload this page to sign in.` : `No connection${since}`;
}

const RETRY_MS = 60_000;
const NO_BOARD = 'The board of the filter could not be read. Retrying every minute.';

/** Gadgets that follow the filter of the wallboard's address, else the one that their dashboard keeps. */
function Filtered(props: {
  readonly host: Host;
  readonly filter: string;
  readonly search: string;
  readonly children: ReactNode;
}) {
  const { host, filter: kept, search, children } = props;
  const filter = useMemo(() => filterInForce(search, kept), [search, kept]);
  const { shown, failed, reload } = useOuterFilter(host, filter);
  useEffect(() => {
    if (!failed) return;
    const timer = setInterval(reload, RETRY_MS);
    return () => clearInterval(timer);
  }, [failed, reload]);
  if (shown) return <FilterContext value={shown.outer}>{children}</FilterContext>;
  return failed ? <p className="tb-wallboard__message">{NO_BOARD}</p> : null;
}

/** All views, one on the other: those that are not current stay loaded. */
function Views(props: {
  readonly host: Host;
  readonly dashboard: Dashboard;
  readonly views: readonly (readonly Item[])[];
  readonly current: number;
  readonly linked: boolean;
}) {
  const { host, dashboard, views, current, linked } = props;
  /** What gadgets asked for, by id, px. */
  const { titleOf, suggest } = useTitles();
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  return (
    <div className="tb-wallboard__views">
      {views.map((view, at) => (
        <div
          key={view[0]?.id}
          className={classNames('tb-wallboard__view', at !== current && 'tb-wallboard--waiting')}
          style={{ gridTemplateColumns: viewColumns(view, widths) }}
        >
          {view.map(item => (
            <article
              key={item.id}
              className="tb-gadget-card"
              data-color={item.color}
              aria-label={titleOf(item)}
              style={colorStyle(item.color)}
            >
              <header className="tb-gadget-card__head">
                <h2 dir="auto">{titleOf(item)}</h2>
              </header>
              <Body
                host={host}
                dashboard={dashboard}
                item={item}
                linked={linked}
                onSuggestion={title => suggest(item.id, title)}
                onWidth={width => setWidths(known => new Map(known).set(item.id, width))}
              />
            </article>
          ))}
        </div>
      ))}
    </div>
  );
}

function Body(props: {
  readonly host: Host;
  readonly dashboard: Dashboard;
  readonly item: Item;
  readonly linked: boolean;
  readonly onSuggestion: (title: string) => void;
  readonly onWidth: (width: number) => void;
}) {
  const { host, dashboard, item, linked, onSuggestion, onWidth } = props;
  const kind = kindOf(item.moduleKey);
  if (linked && kind)
    return (
      <Suspense>
        <LinkedGadget
          host={host}
          dashboardId={dashboard.id}
          version={dashboard.version}
          item={item}
          kind={kind}
          onTitle={onSuggestion}
          onWidth={onWidth}
        />
      </Suspense>
    );
  return (
    kind && (
      <CardBody
        host={host}
        dashboardId={dashboard.id}
        item={item}
        kind={kind}
        editable={false}
        wallboard
        eager
        onSuggestion={onSuggestion}
        onWidth={onWidth}
      />
    )
  );
}
