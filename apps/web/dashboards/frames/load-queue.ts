/** Longest head start of the first frame after its load, enough to paint cached figures. */
const MAX_HEAD_START_MS = 400;
/** Fewer concurrent loads leave the processor idle while they wait for the server. */
const MAX_CONCURRENT = 4;
/** A slot is released after this time, loaded or not. */
const TIMEOUT_MS = 2_000;

export type LoadSlot = ReturnType<ReturnType<typeof createLoadQueue>>;

/** A queue for loads that would otherwise start together: the first alone with a head start, then a few at a time. */
export function createLoadQueue() {
  const waiting = new Set<() => void>();
  const current = new Set<() => void>();
  let first: (() => void) | null = null;

  function next(): void {
    for (const start of waiting) {
      if (current.size >= (first ? 1 : MAX_CONCURRENT)) return;
      waiting.delete(start);
      current.add(start);
      start();
    }
  }

  return (begin: () => void) => {
    const end = () => {
      if (first === start) first = null;
      if (current.delete(start)) next();
    };
    const start = () => {
      setTimeout(end, TIMEOUT_MS);
      begin();
    };
    if (current.size + waiting.size === 0) first = start;
    waiting.add(start);
    next();
    return {
      /** Its content is painted: releases the slot. */
      painted: end,
      /** Releases the slot, that of the first after its head start. */
      loaded: () => void setTimeout(end, first === start ? MAX_HEAD_START_MS : 0),
      /** Removes a waiting load; one that has begun keeps its slot. */
      cancel: () => void waiting.delete(start),
    };
  };
}
