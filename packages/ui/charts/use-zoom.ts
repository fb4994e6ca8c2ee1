import { useRef, useState } from 'react';

/** The part of a time axis that a chart shows. */
export interface Zoom {
  readonly isZoomed: boolean;
  /** Gets epoch milliseconds, ascending. */
  readonly onZoom: (from: number, to: number) => void;
  readonly onWhole: () => void;
}

/** A shorter drag is a click, px. */
const MIN_DRAG = 8;

/** A range of the axis that is being selected, px: by dragging, or by Shift and arrow keys. */
export function useZoom(zoom: Zoom | undefined, valueAt: ((x: number) => number) | undefined) {
  const start = useRef<number | null>(null);
  const [span, setSpan] = useState<readonly [from: number, to: number] | null>(null);
  if (!zoom || !valueAt) return null;
  const clear = () => {
    start.current = null;
    setSpan(null);
  };
  return {
    ...zoom,
    span,
    clear,
    begin(x: number) {
      start.current = x;
    },
    /** Whether a range is selected from `begin` to here. */
    extend(x: number): boolean {
      const from = start.current;
      if (from === null || (!span && Math.abs(x - from) < MIN_DRAG)) return false;
      setSpan([Math.min(from, x), Math.max(from, x)]);
      return true;
    },
    apply() {
      if (span) zoom.onZoom(valueAt(span[0]), valueAt(span[1]));
      clear();
    },
  };
}
