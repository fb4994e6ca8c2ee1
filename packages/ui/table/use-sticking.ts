import { type RefObject, useLayoutEffect } from 'react';

const COMING = ['pointerenter', 'touchstart', 'focusin', 'scroll'] as const;
const GOING = ['pointerleave', 'focusout'] as const;

/**
 * Notes on the scrolled box when somebody is at it or has scrolled it: only then heads have to stick. Each cell that
 * sticks is a layer of its own, which a browser puts together anew for every frame that it draws of the page.
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
    for (const event of COMING) element.addEventListener(event, stick, { passive: true });
    for (const event of GOING) element.addEventListener(event, look);
    return () => {
      for (const event of COMING) element.removeEventListener(event, stick);
      for (const event of GOING) element.removeEventListener(event, look);
    };
  }, [scroller]);
}
