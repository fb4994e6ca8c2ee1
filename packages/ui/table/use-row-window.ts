import { type RefObject, useLayoutEffect, useState } from 'react';

export interface RowWindow {
  /** The rows to draw: from `first` up to, not including, `end`. */
  readonly first: number;
  readonly end: number;
  /** The first row that is wholly in sight. */
  readonly sighted: number;
  /** Heights of what is left out above and below, in px. */
  readonly above: number;
  readonly below: number;
  readonly scrollTo: (index: number) => void;
}

const ASSUMED_HEIGHT = 640;
const BESIDE = 8;
/** The window moves in steps, so that most scroll events draw nothing. */
const STEP = 4;
/** Head and totals cover this many rows of the scrolled box. */
const COVERED = 3;

/**
 * Which rows of equal height are in sight of a scrolled box, and a few beside them. Rows of one height need no
 * measuring, so this is all that drawing 10,000 of them takes.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  enabled: boolean,
): RowWindow {
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
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer?.disconnect();
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
  if (!enabled) return { first: 0, end: count, sighted: 0, above: 0, below: 0, scrollTo };
  const inSight = Math.ceil(seen.height / rowHeight) + STEP;
  const wanted = Math.max(0, Math.floor(seen.top / rowHeight) - BESIDE);
  // A table that was closed or filtered may be shorter than where it was scrolled to.
  const first = Math.min(wanted, Math.max(0, count - inSight - BESIDE));
  const end = Math.min(count, first + inSight + 2 * BESIDE);
  const sighted = Math.min(count - 1, Math.ceil(seen.top / rowHeight) + 1);
  return {
    first,
    end,
    sighted: seen.top === 0 ? 0 : sighted,
    above: first * rowHeight,
    below: (count - end) * rowHeight,
    scrollTo,
  };
}
