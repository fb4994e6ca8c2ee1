import '../dashboards.css';
import './wallboard.css';
import { filterInForce } from '@tallyboard/engine/gadgets/dashboard-filter.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { FilterContext } from '../../gadget-page/filter-context.ts';
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

const POLL_MS = 10_000;

/**
 * Dashboards on an unattended screen. All of them stay loaded, so that rotation needs no network; offline, the last
 * figures stay with their time. Outside its hours nothing is loaded.
 */
export default function WallboardPage(props: {
  readonly host: Host;
  /** The dashboard to show; null rotates through those of the URL. */
  readonly id: string | null;
}) {
  const { host, id } = props;
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
        <Rotation host={host} ids={ids} periodMs={periodMs} search={search} />
      )}
    </main>
  );
}

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
}) {
  const { host, ids, periodMs, search } = props;
  const { place, paused, pause, step, setBoard } = useRotation(ids, periodMs);
  return (
    <>
      {ids.map((id, at) => (
        <Board
          key={id}
          host={host}
          id={id}
          search={search}
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
  /** Null while another dashboard is shown. */
  readonly view: number | null;
  readonly onBoard: ReturnType<typeof useRotation>['setBoard'];
}

function Board({ host, id, search, view, onBoard }: BoardProps) {
  const { dashboard, gone, offline, signedOut, seenAt } = useDashboard({
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
  return (
    <section
      className={classNames('tb-wallboard__board', view === null && 'tb-wallboard--waiting')}
      inert={view === null}
      aria-label={dashboard?.name}
    >
      <header className="tb-wallboard__head">
        <h1 dir="auto">{gone ? 'This dashboard was deleted' : (dashboard?.name ?? '')}</h1>
        {views.length > 1 && (
          <span className="tb-quiet">
            {current + 1} of {views.length}
          </span>
        )}
        {(offline || signedOut) && <p role="status">{troubleText(signedOut, seenAt)}</p>}
      </header>
      {dashboard && !gone && (
        <Filtered host={host} filter={dashboard.filter} search={search}>
          <Views host={host} dashboard={dashboard} views={views} current={current} />
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
}) {
  const { host, dashboard, views, current } = props;
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
                dashboardId={dashboard.id}
                item={item}
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
  readonly dashboardId: string;
  readonly item: Item;
  readonly onSuggestion: (title: string) => void;
  readonly onWidth: (width: number) => void;
}) {
  const { host, dashboardId, item, onSuggestion, onWidth } = props;
  const kind = kindOf(item.moduleKey);
  return (
    kind && (
      <CardBody
        host={host}
        dashboardId={dashboardId}
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
