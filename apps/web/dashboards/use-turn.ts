import { useEffect, useRef, useState } from 'react';

/** So long the first frame has the page for itself: its figures of the last visit are there by then. */
const AHEAD_MS = 400;
/** A frame that has not loaded by then holds up nobody else. */
const LONGEST_MS = 2_000;

interface Turn {
  readonly begin: () => void;
}

const waiting = new Set<Turn>();
let current: Turn | null = null;

function next(): void {
  if (current) return;
  const [turn] = waiting;
  if (!turn) return;
  waiting.delete(turn);
  current = turn;
  turn.begin();
}

/**
 * Frames of a page share one thread. Opened all together, the first one shows its figures as late as the last; so each
 * waits for its turn, which ends as the frame has loaded.
 */
export function useTurn(wanted: boolean): { readonly isOn: boolean; readonly onLoad: () => void } {
  const [isOn, setOn] = useState(typeof IntersectionObserver === 'undefined');
  const turn = useRef<{ readonly end: () => void } | null>(null);
  useEffect(() => {
    if (!wanted || isOn) return;
    const isFirst = current === null && waiting.size === 0;
    const mine: Turn = {
      begin: () => {
        setOn(true);
        setTimeout(end, LONGEST_MS);
      },
    };
    function end() {
      if (current !== mine) return;
      current = null;
      next();
    }
    turn.current = { end: () => void setTimeout(end, isFirst ? AHEAD_MS : 0) };
    waiting.add(mine);
    next();
    // It stays in its turn as it begins: only who is closed before is passed over.
    return () => void waiting.delete(mine);
  }, [wanted, isOn]);
  return { isOn, onLoad: () => turn.current?.end() };
}
