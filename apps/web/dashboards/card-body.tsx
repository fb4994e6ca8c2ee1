import { readSettings } from '@tallyboard/engine/gadgets/stored-settings.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import {
  type CardHost,
  createCardHost,
  dashboardInfo,
} from '@tallyboard/hosts/standalone/card-host.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { onResize } from '@tallyboard/ui/text/on-resize.ts';
import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import * as v from 'valibot';
import { parseJson, readLocal, writeLocal } from '../browser-storage.ts';
import { CrashBoundary } from '../crash-boundary.tsx';
import { loadReport } from '../frame/use-report.ts';
import { CardGadget } from '../gadget-page/card-gadget.tsx';
import { go } from '../router/address.ts';
import type { Item } from './dashboard.ts';
import { WallProblem } from './wallboard/wall-problem.tsx';

export interface CardBodyProps {
  readonly host: Host;
  readonly dashboardId: string;
  readonly item: Item;
  readonly kind: Gadget;
  readonly editable: boolean;
  readonly wallboard?: boolean;
  /** Load at once, in view or not: for printing and wallboards. */
  readonly eager?: boolean;
  /** Gets the host of the gadget on mount and null on unmount. */
  readonly onCard?: (itemId: string, card: CardHost | null) => void;
  readonly onStored?: () => void;
  readonly onTitle?: () => void;
  /** A title made from the settings. */
  readonly onSuggestion?: (title: string) => void;
  readonly onEditClosed?: () => void;
  readonly onWidth?: (width: number) => void;
}

/** The gadget of a card, loaded when it is near the viewport. */
export function CardBody(props: CardBodyProps) {
  const { item, kind, wallboard, eager = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { card, board } = useCard(props);
  const near = useNear(box, eager);
  const height = useHeight(item.id, kind.height, box, content);
  return (
    <div
      ref={box}
      // A form that opens in the card takes the focus from it.
      tabIndex={-1}
      className="tb-gadget-card__body"
      style={wallboard ? undefined : { minHeight: height.initial }}
      aria-busy={!height.isLoaded}
    >
      <div ref={content} className="tb-gadget-card__content">
        {near && (
          <CrashBoundary
            problem={(message, retry) =>
              wallboard ? (
                <WallProblem onRetry={retry} />
              ) : (
                <ErrorState title="Gadget could not be displayed" onRetry={retry}>
                  {message}
                </ErrorState>
              )
            }
          >
            <CardGadget host={card.host} gadget={kind} board={board} />
          </CrashBoundary>
        )}
      </div>
    </div>
  );
}

/** The poll can report our own write before its reply comes. */
const OWN_WRITE_MS = 500;

function useCard(props: CardBodyProps) {
  const { item, onCard } = props;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  /** How many of the item's stored properties came from this page. */
  const saved = useRef(0);
  const [{ card, board }] = useState(() => {
    const { host, dashboardId, kind, editable, wallboard = false } = props;
    const read = readSettings(item.settings?.value);
    // Early: the gadget reads its settings once it is mounted.
    if (read) loadReport(kind.reportOf(read.stored)).catch(() => {});
    const card = createCardHost(host, {
      info: {
        ...dashboardInfo(host, dashboardId, wallboard),
        dashboardItemId: item.id,
        gadget: kind.name,
        editable,
      },
      stored: item.settings,
      onStored() {
        saved.current += 1;
        latest.current.onStored?.();
      },
      dashboard: {
        suggestTitle: title => latest.current.onSuggestion?.(title),
        go: address => go(address, 'push'),
      },
      onTitle: () => latest.current.onTitle?.(),
      onEditClosed: () => latest.current.onEditClosed?.(),
      onWidth: width => latest.current.onWidth?.(width),
    });
    const id = Number(read?.stored.boardId);
    const board = id > 0 ? { id, sprints: kind.queryBy !== 'board' } : null;
    return { card, board };
  });
  useEffect(() => {
    onCard?.(item.id, card);
    return () => onCard?.(item.id, null);
  }, [item.id, card, onCard]);

  const { revision } = item;
  const known = useRef(revision);
  // Others stored settings when there were more writes than our own.
  useEffect(() => {
    if (revision === known.current) return;
    const timer = setTimeout(() => {
      const others = revision - known.current - saved.current;
      known.current = revision;
      saved.current = Math.max(0, -others);
      if (others > 0) card.settingsChanged();
    }, OWN_WRITE_MS);
    return () => clearTimeout(timer);
  }, [card, revision]);
  return { card, board };
}

/** How far below the viewport a gadget starts to load. */
const LOAD_MARGIN = '600px 0px';

function useNear(box: RefObject<HTMLElement | null>, eager: boolean): boolean {
  const [near, setNear] = useState(eager);
  useEffect(() => {
    if (near || !box.current) return;
    // In slices: a dashboard has many gadgets.
    const load = () => startTransition(() => setNear(true));
    if (eager) return load();
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && load(),
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [near, eager, box]);
  return near;
}

const HEIGHTS = 'tallyboard.gadget-heights';
const MAX_HEIGHTS = 200;
const WAITING = '.tb-frame__waiting, .tb-page-message progress';

/**
 * The card keeps its height while its gadget loads, at first that of the last visit with a window of about this width, so
 * that nothing jumps.
 */
function useHeight(
  id: string,
  unknown: number,
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
) {
  const [key] = useState(() => `${id} ${Math.round(innerWidth / 100)}`);
  const [initial] = useState(() => readHeights().get(key) ?? unknown);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (!outer || !inner) return;
    let last = initial;
    return onResize([inner], ([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      if (height === 0) return;
      const isWaiting = inner.querySelector(WAITING) !== null;
      // Sets the style directly; React would update one frame late.
      if (outer.style.minHeight !== '') outer.style.minHeight = isWaiting ? `${last}px` : '0';
      if (isWaiting || height === last) return setLoaded(was => was || !isWaiting);
      last = height;
      storeHeight(key, height);
      setLoaded(true);
    });
  }, [key, initial, box, content]);
  return { initial, isLoaded };
}

function storeHeight(key: string, height: number): void {
  const heights = readHeights();
  // The latest are last.
  heights.delete(key);
  const all = [...heights, [key, height]].slice(-MAX_HEIGHTS);
  writeLocal(HEIGHTS, JSON.stringify(all));
}

function readHeights(): Map<string, number> {
  const stored = v.safeParse(
    v.array(v.tuple([v.string(), v.pipe(v.number(), v.minValue(0))])),
    parseJson(readLocal(HEIGHTS) ?? ''),
  );
  return new Map(stored.success ? stored.output : []);
}
