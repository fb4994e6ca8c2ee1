/** So long the first frame has the page for itself: its figures of the last visit are there by then. */
const AHEAD_MS = 400;
/** After it so many load at once: fewer leave the processor idle while they wait for the server. */
const MOST_AT_ONCE = 4;
/** A frame that has not loaded by then holds up nobody else. */
const LONGEST_MS = 2_000;

export interface Turn {
  /** What began has loaded. */
  loaded(): void;
  /** Passed over from now on; one that has begun stays in its turn. */
  leave(): void;
}

/** Whose turn it is of those that would otherwise begin together: the first goes ahead, then a few at once. */
export function createTurns(): (begin: () => void) => Turn {
  const waiting = new Set<() => void>();
  const current = new Set<() => void>();
  /** The one that has the page for itself. */
  let ahead: (() => void) | null = null;

  function next(): void {
    for (const start of waiting) {
      if (current.size >= (ahead ? 1 : MOST_AT_ONCE)) return;
      waiting.delete(start);
      current.add(start);
      start();
    }
  }

  return begin => {
    const end = () => {
      if (ahead === start) ahead = null;
      if (current.delete(start)) next();
    };
    const start = () => {
      setTimeout(end, LONGEST_MS);
      begin();
    };
    if (current.size + waiting.size === 0) ahead = start;
    waiting.add(start);
    next();
    return {
      loaded: () => void setTimeout(end, ahead === start ? AHEAD_MS : 0),
      leave: () => void waiting.delete(start),
    };
  };
}
