import { type RefObject, useEffect, useState } from 'react';
import { wallScale } from '../start/wall-scale.ts';

/** Readable from five metres. */
const ZOOM = 2;
/** Below this, wider content is cut off. */
const MIN_ZOOM = 0.7;
/** Time for the host to widen the frame. */
const TIMEOUT_MS = 1500;

/** The zoom of a gadget on a wallboard, smaller for wide content; null elsewhere. */
export function useWallZoom(
  place: RefObject<HTMLElement | null>,
  isWallboard: boolean,
): number | null {
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
export function roomShare(element: HTMLElement): number {
  const tables = [...element.querySelectorAll('.tb-table__scroll')];
  const shares = tables.map(({ clientWidth, scrollWidth }) =>
    scrollWidth > clientWidth + 1 ? clientWidth / scrollWidth : 1,
  );
  return Math.min(1, ...shares);
}
