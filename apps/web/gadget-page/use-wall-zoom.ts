import { type RefObject, useEffect, useState } from 'react';
import { wallScale } from '../start/wall-scale.ts';

/** Read from five metres: everything twice as large. */
const ZOOM = 2;
/** Smaller than this nobody could read it; what then does not fit is cut. */
const MIN_ZOOM = 0.7;
/** The host has so long to give more width before the content makes do with less. */
const PATIENCE_MS = 1500;

/** How large a wallboard draws a gadget; null elsewhere. What is wider than its place is drawn smaller. */
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
        PATIENCE_MS,
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

/** The share of the widest table that has room; 1 where all of them fit. */
export function roomShare(element: HTMLElement): number {
  const tables = [...element.querySelectorAll('.tb-table__scroll')];
  const shares = tables.map(({ clientWidth, scrollWidth }) =>
    scrollWidth > clientWidth + 1 ? clientWidth / scrollWidth : 1,
  );
  return Math.min(1, ...shares);
}
