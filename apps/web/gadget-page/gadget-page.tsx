import './gadget-page.css';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Started } from '../start/started.tsx';
import { wallScale } from '../start/wall-scale.ts';
import { GadgetScreen } from './gadget-screen.tsx';
import { useStored } from './use-stored.ts';

/** One gadget, on a dashboard or alone. Its settings load in parallel with the site. */
export default function GadgetPage(props: {
  readonly host: Host;
  readonly engine: Engine;
  readonly gadget: Gadget;
}) {
  const { host, engine, gadget } = props;
  const settings = useStored(host, gadget);
  const { wallboard } = host.info;
  const root = useResize(host);
  const zoom = useWallZoom(root, wallboard);
  return (
    <div ref={root}>
      <div
        className={wallboard ? 'tb-gadget tb-gadget--wall' : 'tb-gadget'}
        style={zoom === null ? undefined : { zoom }}
      >
        <Started host={host} engine={engine} gadget>
          <GadgetScreen gadget={gadget} settings={settings} />
        </Started>
      </div>
    </div>
  );
}

/** Height in px of a frame with an open dialog. */
const DIALOG_HEIGHT = 560;

/** Reports the height of the content, or of an open dialog, to the host. */
function useResize(host: Host): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || host.info.standalone || typeof ResizeObserver === 'undefined') return;
    let content = 0;
    let dialog = false;
    const { wallboard } = host.info;
    const report = () => {
      const height = Math.max(content, dialog ? DIALOG_HEIGHT : 0);
      host.resize(height, wallboard && roomShare(element) < 1);
    };
    // The observer's size avoids a forced layout.
    const sizes = new ResizeObserver(([entry]) => {
      content = entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
      report();
    });
    sizes.observe(element);
    const dialogs = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null;
      if (isOpen === dialog) return;
      dialog = isOpen;
      report();
    });
    dialogs.observe(element, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
    };
  }, [host]);
  return root;
}

/** Readable from five metres. */
const ZOOM = 2;
/** Below this, wider content is cut off. */
const MIN_ZOOM = 0.7;
/** Time for the host to widen the frame. */
const TIMEOUT_MS = 1500;

/** The zoom of a gadget on a wallboard, smaller for wide content; null elsewhere. */
function useWallZoom(place: RefObject<HTMLElement | null>, isWallboard: boolean): number | null {
  const [fit, setFit] = useState(1);
  useEffect(() => {
    const element = place.current;
    if (!isWallboard || !element || typeof ResizeObserver === 'undefined') return;
    let width = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sizes = new ResizeObserver(([entry]) => {
      const now = entry?.contentRect.width ?? 0;
      if (now !== width) setFit(1);
      width = now;
      clearTimeout(timer);
      timer = setTimeout(
        () => setFit(was => Math.max(MIN_ZOOM, was * roomShare(element))),
        TIMEOUT_MS,
      );
    });
    sizes.observe(element);
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
    };
  }, [place, isWallboard]);
  return isWallboard ? ZOOM * wallScale() * fit : null;
}

/** The visible share of the widest table; 1 if all fit. */
function roomShare(element: HTMLElement): number {
  const tables = [...element.querySelectorAll('.tb-table__scroll')];
  const shares = tables.map(({ clientWidth, scrollWidth }) =>
    scrollWidth > clientWidth + 1 ? clientWidth / scrollWidth : 1,
  );
  return Math.min(1, ...shares);
}
