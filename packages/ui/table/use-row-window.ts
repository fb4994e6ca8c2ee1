import { type RefObject, useLayoutEffect, useState } from 'react';
import { onResize } from '../text/on-resize.ts';
import { useIdle } from './use-idle.ts';

const ASSUMED_HEIGHT = 640;
const OVERSCAN = 8;
/** The window moves in steps, so that most scroll events draw nothing. */
const STEP = 4;
/** Head and totals cover this many rows of the scrolled box. */
const COVERED = 3;

/**
 * The visible rows of a scrolled box, from `first` up to, not including, `end`, and the heights above and below, px.
 * Rows have one height, so nothing is measured.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  enabled: boolean,
) {
  const [seen, setSeen] = useState({ top: 0, height: ASSUMED_HEIGHT });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !enabled) return;
    const look = () => {
      const step = STEP * rowHeight;
      const top = Math.floor(element.scrollTop / step) * step;
      const height = element.clientHeight || ASSUMED_HEIGHT;
      setSeen(last => (last.top === top && last.height === height ? last : { top, height }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const stop = onResize([element], look);
    return () => {
      element.removeEventListener('scroll', look);
      stop();
    };
  }, [scroller, rowHeight, enabled]);

  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (!element || !enabled) return;
    const top = index * rowHeight;
    const bottom = top + COVERED * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = bottom - element.clientHeight;
    }
  };
  if (!enabled) return { first: 0, end: count, firstVisible: 0, above: 0, below: 0, scrollTo };
  const visible = Math.ceil(seen.height / rowHeight) + STEP;
  const wanted = Math.max(0, Math.floor(seen.top / rowHeight) - OVERSCAN);
  // The rows may have become fewer than those above the scroll position.
  const first = Math.min(wanted, Math.max(0, count - visible - OVERSCAN));
  const end = Math.min(count, first + visible + 2 * OVERSCAN);
  const firstVisible =
    seen.top === 0 ? 0 : Math.min(count - 1, Math.ceil(seen.top / rowHeight) + 1);
  return {
    first,
    end,
    firstVisible,
    above: first * rowHeight,
    below: (count - end) * rowHeight,
    scrollTo,
  };
}

/** More than are visible without scrolling; fewer in gadgets, where others wait to render. */
const FIRST_ROWS = { page: 30, compact: 18 } as const;

/** How many rows to render: first the visible ones, all when the page is idle. */
export function useFirstRows(count: number, printing: boolean, compact: boolean): number {
  const first = FIRST_ROWS[compact ? 'compact' : 'page'];
  const all = useIdle(count > first);
  return all || printing ? count : Math.min(count, first);
}

const ARRIVALS = ['pointerenter', 'touchstart', 'focusin', 'scroll'] as const;
const DEPARTURES = ['pointerleave', 'focusout'] as const;

/**
 * Marks the scroll box while it is hovered, focused or scrolled. Heads stick only then, since each sticky cell is a
 * compositing layer.
 */
export function useSticking(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const stick = () => element.toggleAttribute('data-sticks', true);
    const look = () => {
      const { scrollLeft, scrollTop } = element;
      const isAt = element.matches(':hover, :focus-within');
      element.toggleAttribute('data-sticks', isAt || scrollLeft !== 0 || scrollTop !== 0);
    };
    const abort = new AbortController();
    const { signal } = abort;
    for (const event of ARRIVALS) element.addEventListener(event, stick, { passive: true, signal });
    for (const event of DEPARTURES) element.addEventListener(event, look, { signal });
    return () => abort.abort();
  }, [scroller]);
}
