import { type RefObject, useLayoutEffect } from 'react';
import { onResize } from '../text/on-resize.ts';

/**
 * Marks the parent of a scroll box that has more before or after what is in sight, in reading direction, and tells the
 * width of the first column, for another one that sticks beside it.
 */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    const frame = element?.parentElement;
    if (!element || !frame) return;
    const look = () => {
      const { scrollWidth, clientWidth } = element;
      // Negative from right to left.
      const before = Math.abs(element.scrollLeft);
      const first = element.querySelector<HTMLElement>('.tb-table__first');
      frame.style.setProperty('--tb-first-width', `${first?.offsetWidth ?? 0}px`);
      frame.toggleAttribute('data-before', before > 1);
      frame.toggleAttribute('data-after', scrollWidth - clientWidth - before > 1);
    };
    element.addEventListener('scroll', look, { passive: true });
    const stop = onResize([element, element.firstElementChild], look);
    return () => {
      element.removeEventListener('scroll', look);
      stop();
    };
  }, [scroller]);
}
