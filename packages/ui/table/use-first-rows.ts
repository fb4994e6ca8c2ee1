import { useEffect, useState } from 'react';

/** More than a table shows without scrolling; a compact one stands in a gadget, beside others that wait to be drawn. */
const FIRST_ROWS = { page: 30, compact: 18 } as const;
/** Rows that nobody sees yet wait no longer for a quiet moment. */
const LONGEST_WAIT_MS = 1_000;

/** How many of its rows a new table draws: those in sight at once, the rest when the page has nothing better to do. */
export function useFirstRows(count: number, printing: boolean, compact: boolean): number {
  const first = FIRST_ROWS[compact ? 'compact' : 'page'];
  const [all, setAll] = useState(
    () => count <= first || typeof requestIdleCallback === 'undefined',
  );
  useEffect(() => {
    if (all) return;
    const wait = requestIdleCallback(() => setAll(true), { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(wait);
  }, [all]);
  return all || printing ? count : Math.min(count, first);
}
