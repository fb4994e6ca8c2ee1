import { useEffect, useState } from 'react';

/** More than a table shows without scrolling. */
const FIRST_ROWS = 30;
/** Rows that nobody sees yet wait no longer for a quiet moment. */
const LONGEST_WAIT_MS = 1_000;

/** How many of its rows a new table draws: those in sight at once, the rest when the page has nothing better to do. */
export function useFirstRows(count: number, printing: boolean): number {
  const [all, setAll] = useState(
    () => count <= FIRST_ROWS || typeof requestIdleCallback === 'undefined',
  );
  useEffect(() => {
    if (all) return;
    const wait = requestIdleCallback(() => setAll(true), { timeout: LONGEST_WAIT_MS });
    return () => cancelIdleCallback(wait);
  }, [all]);
  return all || printing ? count : Math.min(count, FIRST_ROWS);
}
