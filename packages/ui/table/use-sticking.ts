import { type RefObject, useLayoutEffect } from 'react';

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
