import { type RefObject, useLayoutEffect } from 'react';

/**
 * Marks the parent of a scroll box that has more before or after what is in sight, in reading direction, and tells the
 * width of the first column, for another one that sticks beside it.
 */
export function useScrollEdges(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    const frame = element?.parentElement;
    if (!element || !frame || typeof ResizeObserver === 'undefined') return;
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
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    return () => {
      element.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [scroller]);
}
