import { createContext, type RefObject, use, useLayoutEffect, useRef, useState } from 'react';
import { onResize } from '../text/on-resize.ts';

const ASSUMED_WIDTH = 640;

/** The width of an element, px, kept current, and whether it was measured: before, it is only assumed. */
export function useWidth<Element extends HTMLElement>(): [
  RefObject<Element | null>,
  number,
  boolean,
] {
  const ref = useRef<Element>(null);
  const [measured, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      // Zero in a closed pane.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    return onResize([element], measure);
  }, []);
  return [ref, measured ?? ASSUMED_WIDTH, measured !== null];
}

/** The height of charts that the form of a gadget chose, px; null for their own. */
export const ChartHeight = createContext<number | null>(null);

export const useChartHeight = (own: number): number => use(ChartHeight) ?? own;
