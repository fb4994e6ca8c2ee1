import '../dashboards.css';
import './wallboard.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAddress } from '../../router/address.ts';
import { wallScale } from '../../start/wall-scale.ts';
import { CardBody } from '../card-body.tsx';
import { colorStyle, type Dashboard, type Item } from '../dashboard.ts';
import { kindOf } from '../gadget-kinds.ts';
import { useDashboard } from '../use-dashboard.ts';
import { parseWallboard, viewColumns, wallViews } from './wallboard.ts';

const POLL_MS = 10_000;

/**
 * Dashboards on an unattended screen. All of them stay loaded, so that rotation needs no network; offline, the last
 * figures stay with their time.
 */
export default function WallboardPage(props: {
  readonly host: Host;
  /** The dashboard to show; null rotates through those of the URL. */
  readonly id: string | null;
}) {
  const { host, id: only } = props;
  const address = useAddress();
  const { ids, periodMs } = useMemo(
    () =>
      only === null
        ? parseWallboard(address.replace(/^[^?]*/, ''))
        : { ids: [only], periodMs: null },
    [only, address],
  );
  const [count, setCount] = useState(0);
  const next = useCallback(() => setCount(before => before + 1), []);
  useEffect(() => {
    document.title = 'Wallboard - Tallyboard';
  }, []);
  const shown = ids.length === 0 ? -1 : count % ids.length;
  return (
    <main className="tb-wallboard" style={{ '--tb-wall-scale': wallScale() }}>
      {ids.length === 0 && (
        <EmptyState title="No dashboard to show">
          Name the dashboards in the URL: /wallboard?dashboardId=10000
        </EmptyState>
      )}
      {ids.map((id, at) => (
        <Board
          key={id}
          host={host}
          id={id}
          alone={ids.length === 1}
          shown={at === shown}
          periodMs={periodMs}
          onDone={next}
        />
      ))}
    </main>
  );
}

interface BoardProps {
  readonly host: Host;
  readonly id: string;
  readonly alone: boolean;
  readonly shown: boolean;
  readonly periodMs: number | null;
  /** Called after its last view. */
  readonly onDone: () => void;
}

function Board({ host, id, alone, shown, periodMs, onDone }: BoardProps) {
  const { dashboard, gone, offline, seenAt } = useDashboard({
    host,
    id,
    pollMs: POLL_MS,
    onFailure: () => {},
  });
  const views = useMemo(() => (dashboard ? wallViews(dashboard) : []), [dashboard]);
  const current = useRotation(views.length, {
    shown: shown && dashboard !== null,
    periodMs: periodMs ?? dashboard?.cyclePeriodMs ?? null,
    alone,
    onDone,
  });
  // A missing dashboard must not stop the rotation.
  const missing = shown && (gone || dashboard === null) && !alone;
  useEffect(() => {
    if (!missing) return;
    const timer = setTimeout(onDone, POLL_MS);
    return () => clearTimeout(timer);
  }, [missing, onDone]);
  return (
    <section
      className={classNames('tb-wallboard__board', !shown && 'tb-wallboard--waiting')}
      inert={!shown}
      aria-label={dashboard?.name}
    >
      <header className="tb-wallboard__head">
        <h1 dir="auto">{gone ? 'This dashboard was deleted' : (dashboard?.name ?? '')}</h1>
        {views.length > 1 && (
          <span className="tb-quiet">
            {current + 1} of {views.length}
          </span>
        )}
        {offline && (
          <p role="status">
            {seenAt > 0
              ? `No connection since ${new Date(seenAt).toLocaleTimeString()}`
              : 'No connection'}
          </p>
        )}
      </header>
      {dashboard && !gone && (
        <Views host={host} dashboard={dashboard} views={views} current={current} />
      )}
    </section>
  );
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
              aria-label={item.title}
              style={colorStyle(item.color)}
            >
              <header className="tb-gadget-card__head">
                <h2 dir="auto">{item.title}</h2>
              </header>
              <Body
                host={host}
                dashboardId={dashboard.id}
                item={item}
                onWidth={width =>
                  setWidths(known =>
                    known.get(item.id) === width ? known : new Map(known).set(item.id, width),
                  )
                }
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
  readonly onWidth: (width: number) => void;
}) {
  const { host, dashboardId, item, onWidth } = props;
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
        onWidth={onWidth}
      />
    )
  );
}

/** The index of the current view; calls `onDone` after the last one. */
function useRotation(
  count: number,
  { shown, periodMs, alone, onDone }: Pick<BoardProps, 'shown' | 'periodMs' | 'alone' | 'onDone'>,
): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (!shown || periodMs === null) return;
    let at = 0;
    setCurrent(0);
    const timer = setInterval(() => {
      at += 1;
      if (at < count) setCurrent(at);
      else if (alone) {
        at = 0;
        setCurrent(0);
      } else onDone();
    }, periodMs);
    return () => clearInterval(timer);
  }, [count, shown, periodMs, alone, onDone]);
  return Math.min(current, Math.max(0, count - 1));
}
