import { type RefObject, useLayoutEffect } from 'react';

const COMING = ['pointerenter', 'touchstart', 'focusin', 'scroll'] as const;
const GOING = ['pointerleave', 'focusout'] as const;

/**
 * Marks the scroll box while it is hovered, focused or scrolled: heads stick only then, because each sticky cell is a
 * compositing layer, which slows every frame of the page.
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
