import {
  type GadgetBridge,
  type GadgetBridgeSettings,
  openGadgetBridge,
} from '@tallyboard/hosts/framed/gadget-bridge.ts';
import type { ColorMode, HostInfo } from '@tallyboard/hosts/host.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { parseJson, readLocal, writeLocal } from '../../browser-storage.ts';
import type { Item } from '../dashboard.ts';
import { frameAddress } from '../gadget-kinds.ts';
import { createLoadQueue, type LoadSlot } from './load-queue.ts';

export interface GadgetFrameProps {
  readonly info: Pick<HostInfo, 'flavour' | 'edition'>;
  readonly dashboardId: string;
  readonly item: Item;
  readonly kind: Gadget;
  readonly editable: boolean;
  readonly wallboard?: boolean;
  /** Load at once, in view or not: for printing and wallboards. */
  readonly eager?: boolean;
  /** Gets the bridge on mount and null on unmount. */
  readonly onBridge?: (itemId: string, bridge: GadgetBridge | null) => void;
  readonly onMessage?: GadgetBridgeSettings['onMessage'];
}

/** The poll can report our own write before the frame does. */
const OWN_WRITE_MS = 500;

/** How far below the viewport a gadget starts to load. */
const LOAD_MARGIN = '600px 0px';

/** One gadget in a frame of its own, as high as its content. */
export function GadgetFrame(props: GadgetFrameProps) {
  const { dashboardId, item, kind, wallboard, eager = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useHeight(item.id, kind.height);
  const near = useNear(box, eager);
  const slot = useLoadSlot(near);
  const bridge = useBridge(frame, props, height => {
    slot.onPaint();
    setHeight(height);
  });
  useForeignChanges(bridge, item.revision);
  return (
    <div ref={box} className="tb-gadget-frame" style={wallboard ? undefined : { height }}>
      {near && slot.isOn && (
        <iframe
          ref={frame}
          title={item.title}
          src={frameAddress(kind, dashboardId, item.id)}
          onLoad={slot.onLoad}
        />
      )}
    </div>
  );
}

const HEIGHTS = 'tallyboard.gadget-heights';
const MAX_HEIGHTS = 200;

/** The height of a gadget, at first that of the last visit with a window of about this width. */
function useHeight(id: string, initial: number) {
  const [key] = useState(() => `${id} ${Math.round(innerWidth / 100)}`);
  const [height, setHeight] = useState(() => readHeights().get(key) ?? initial);
  const store = useCallback(
    (next: number) => {
      setHeight(next);
      const heights = readHeights();
      // The latest are last.
      heights.delete(key);
      const all = [...heights, [key, next]].slice(-MAX_HEIGHTS);
      writeLocal(HEIGHTS, JSON.stringify(all));
    },
    [key],
  );
  return [height, store] as const;
}

function readHeights(): Map<string, number> {
  const stored = v.safeParse(
    v.array(v.tuple([v.string(), v.pipe(v.number(), v.minValue(0))])),
    parseJson(readLocal(HEIGHTS) ?? ''),
  );
  return new Map(stored.success ? stored.output : []);
}

const enqueue = createLoadQueue();

/**
 * Frames of a page share one thread: loaded all at once, the first shows its figures as late as the last. Each waits
 * for a slot in the load queue of the page and releases it on load.
 */
function useLoadSlot(wanted: boolean) {
  const [isOn, setOn] = useState(typeof IntersectionObserver === 'undefined');
  const slot = useRef<LoadSlot | null>(null);
  useEffect(() => {
    if (!wanted || isOn) return;
    const own = enqueue(() => setOn(true));
    slot.current = own;
    return own.cancel;
  }, [wanted, isOn]);
  return {
    isOn,
    onLoad: () => slot.current?.loaded(),
    onPaint: () => slot.current?.painted(),
  };
}

function useNear(box: RefObject<HTMLElement | null>, eager: boolean): boolean {
  const [near, setNear] = useState(eager || typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !box.current) return;
    if (eager) {
      setNear(true);
      return;
    }
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: LOAD_MARGIN },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [near, eager, box]);
  return near;
}

interface Connection {
  readonly bridge: GadgetBridge | null;
  /** How many of the item's stored properties came from this frame. */
  saved: number;
}

function useBridge(
  frame: RefObject<HTMLIFrameElement | null>,
  props: GadgetFrameProps,
  onHeight: (height: number) => void,
) {
  const latest = useRef({ props, onHeight });
  useEffect(() => {
    latest.current = { props, onHeight };
  });
  const connection = useRef<Connection>({ bridge: null, saved: 0 });
  const { id } = props.item;
  useEffect(() => {
    const { onBridge } = latest.current.props;
    const bridge = openGadgetBridge({
      page: window,
      frame: () => frame.current?.contentWindow ?? null,
      state: () => {
        const { info, editable, wallboard = false } = latest.current.props;
        const { flavour, edition } = info;
        const stored = initialSettings(latest.current.props.item);
        return {
          flavour,
          edition,
          editable,
          wallboard,
          colorMode: colorMode(),
          ...(stored !== undefined && { stored }),
        };
      },
      onMessage: message => {
        if (message.kind === 'resize') latest.current.onHeight(message.height);
        if (message.kind === 'saved') connection.current.saved += 1;
        latest.current.props.onMessage?.(message);
      },
    });
    connection.current = { bridge, saved: 0 };
    onBridge?.(id, bridge);
    const observer = new MutationObserver(() => bridge.showColorMode(colorMode()));
    observer.observe(document.documentElement, { attributeFilter: ['data-color-mode'] });
    return () => {
      observer.disconnect();
      onBridge?.(id, null);
      bridge.close();
    };
  }, [id, frame]);
  return connection;
}

/** Gadgets that have been opened on this page. */
const opened = new Set<string>();

/** Settings for the first opening of a frame. A frame that opens again may have stored newer ones, so it asks itself. */
function initialSettings({ id, settings }: Item): Item['settings'] {
  if (opened.has(id)) return undefined;
  opened.add(id);
  return settings;
}

/** Notifies the gadget when others stored its settings: when there were more writes than its own. */
function useForeignChanges(connection: RefObject<Connection>, revision: number) {
  const known = useRef(revision);
  useEffect(() => {
    if (revision === known.current) return;
    const timer = setTimeout(() => {
      const { current } = connection;
      const others = revision - known.current - current.saved;
      known.current = revision;
      current.saved = Math.max(0, -others);
      if (others > 0) current.bridge?.settingsChanged();
    }, OWN_WRITE_MS);
    return () => clearTimeout(timer);
  }, [connection, revision]);
}

const colorMode = (): ColorMode =>
  document.documentElement.getAttribute('data-color-mode') === 'dark' ? 'dark' : 'light';
