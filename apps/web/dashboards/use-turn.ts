import { useEffect, useRef, useState } from 'react';

/** So long the first frame has the page for itself: its figures of the last visit are there by then. */
const AHEAD_MS = 400;
/** After it so many load at once: fewer leave the processor idle while they wait for the server. */
const MOST_AT_ONCE = 4;
/** A frame that has not loaded by then holds up nobody else. */
const LONGEST_MS = 2_000;

interface Turn {
  readonly begin: () => void;
}

const waiting = new Set<Turn>();
const current = new Set<Turn>();
/** The frame that has the page for itself. */
let ahead: Turn | null = null;

function next(): void {
  for (const turn of waiting) {
    if (ahead || current.size >= MOST_AT_ONCE) return;
    waiting.delete(turn);
    if (current.size === 0) ahead = turn;
    current.add(turn);
    turn.begin();
  }
}

/**
 * Frames of a page share one thread. Opened all together, the first one shows its figures as late as the last; so the
 * first goes ahead, and each of the others waits for its turn, which ends as the frame has loaded.
 */
export function useTurn(wanted: boolean): { readonly isOn: boolean; readonly onLoad: () => void } {
  const [isOn, setOn] = useState(typeof IntersectionObserver === 'undefined');
  const turn = useRef<{ readonly end: () => void } | null>(null);
  useEffect(() => {
    if (!wanted || isOn) return;
    const mine: Turn = {
      begin: () => {
        setOn(true);
        setTimeout(end, LONGEST_MS);
      },
    };
    function end() {
      if (ahead === mine) ahead = null;
      if (current.delete(mine)) next();
    }
    turn.current = { end: () => void setTimeout(end, ahead === mine ? AHEAD_MS : 0) };
    waiting.add(mine);
    next();
    // It stays in its turn as it begins: only who is closed before is passed over.
    return () => void waiting.delete(mine);
  }, [wanted, isOn]);
  return { isOn, onLoad: () => turn.current?.end() };
}
