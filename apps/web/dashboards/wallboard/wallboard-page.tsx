import '../dashboards.css';
import './wallboard.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { EmptyState } from '@tallyboard/ui/feedback/states.tsx';
import {
  type CSSProperties,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAddress } from '../../router/address.ts';
import { wallScale } from '../../start/wall-scale.ts';
import { colorStyle, columnWidths, type Dashboard } from '../dashboard.ts';
import { GadgetFrame } from '../frames/gadget-frame.tsx';
import { kindOf } from '../gadget-kinds.ts';
import { useDashboard } from '../use-dashboard.ts';
import { parseWallboard, wallPlaces } from './wallboard.ts';

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
    <main className="tb-wallboard" style={{ '--tb-wall-scale': wallScale() } as CSSProperties}>
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
  const box = useRef<HTMLElement>(null);
  const period = periodMs ?? dashboard?.cyclePeriodMs ?? null;
  useViews(box, { shown: shown && dashboard !== null, periodMs: period, alone, onDone });
  // A missing dashboard must not stop the rotation.
  const missing = shown && (gone || dashboard === null) && !alone;
  useEffect(() => {
    if (!missing) return;
    const timer = setTimeout(onDone, POLL_MS);
    return () => clearTimeout(timer);
  }, [missing, onDone]);
  return (
    <section
      ref={box}
      className={classNames('tb-wallboard__board', !shown && 'tb-wallboard__board--waiting')}
      inert={!shown}
      aria-label={dashboard?.name}
    >
      <header className="tb-wallboard__head">
        <h1 dir="auto">{gone ? 'This dashboard was deleted' : (dashboard?.name ?? '')}</h1>
        {offline && (
          <p role="status">
            {seenAt > 0
              ? `No connection since ${new Date(seenAt).toLocaleTimeString()}`
              : 'No connection'}
          </p>
        )}
      </header>
      {dashboard && !gone && <Gadgets host={host} dashboard={dashboard} />}
    </section>
  );
}

function Gadgets({ host, dashboard }: { readonly host: Host; readonly dashboard: Dashboard }) {
  const [wide, setWide] = useState<ReadonlySet<string>>(new Set());
  const places = wallPlaces(dashboard, wide);
  const gridTemplateColumns = columnWidths(dashboard.layout)
    .map(width => `minmax(0, ${width}fr)`)
    .join(' ');
  // In a constant order: an iframe that moves in the document reloads.
  const items = [...dashboard.items].sort((a, b) => Number(a.id) - Number(b.id));
  return (
    <div className="tb-wallboard__grid" style={{ gridTemplateColumns }}>
      {items.map(item => {
        const kind = kindOf(item.moduleKey);
        const place = places.get(item.id);
        if (!kind || !place) return null;
        return (
          <article
            key={item.id}
            className="tb-gadget-card"
            data-color={item.color}
            aria-label={item.title}
            style={{
              ...colorStyle(item.color),
              gridRow: place.row,
              gridColumn: place.column ?? '1 / -1',
            }}
          >
            <header className="tb-gadget-card__head">
              <h2 dir="auto">{item.title}</h2>
            </header>
            <GadgetFrame
              info={host.info}
              dashboardId={dashboard.id}
              item={item}
              kind={kind}
              editable={false}
              wallboard
              eager
              onMessage={message => {
                if (message.kind === 'resize' && message.isCut)
                  setWide(known => (known.has(item.id) ? known : new Set([...known, item.id])));
              }}
            />
          </article>
        );
      })}
    </div>
  );
}

/** Shows a dashboard that is taller than the screen a screen at a time, then calls `onDone`. */
function useViews(
  box: RefObject<HTMLElement | null>,
  { shown, periodMs, alone, onDone }: Pick<BoardProps, 'shown' | 'periodMs' | 'alone' | 'onDone'>,
) {
  useEffect(() => {
    const board = box.current;
    if (!shown || periodMs === null || !board) return;
    board.scrollTop = 0;
    const timer = setInterval(() => {
      const rest = board.scrollHeight - board.clientHeight - board.scrollTop;
      if (rest > 8) board.scrollTop = nextView(board);
      else if (alone) board.scrollTop = 0;
      else onDone();
    }, periodMs);
    return () => clearInterval(timer);
  }, [box, shown, periodMs, alone, onDone]);
}

/** Where the next view begins, px: at the top of the first gadget that this view cuts off. */
function nextView(board: HTMLElement): number {
  const end = board.scrollTop + board.clientHeight;
  const top = board.getBoundingClientRect().top - board.scrollTop;
  const tops = [...board.querySelectorAll('.tb-gadget-card')]
    .map(card => card.getBoundingClientRect())
    .filter(card => card.bottom - top > end + 8)
    .map(card => card.top - top - 8);
  const first = Math.min(...tops);
  return first > board.scrollTop + 40 ? Math.min(first, end) : end;
}
