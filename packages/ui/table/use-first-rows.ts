import { useEffect, useState } from 'react';

/** More than are visible without scrolling; fewer in gadgets, where others wait to render. */
const FIRST_ROWS = { page: 30, compact: 18 } as const;
/** Deadline for rendering the remaining rows when the page is never idle. */
const MAX_WAIT_MS = 1_000;

/** How many rows to render: first the visible ones, all when the page is idle. */
export function useFirstRows(count: number, printing: boolean, compact: boolean): number {
  const first = FIRST_ROWS[compact ? 'compact' : 'page'];
  const [all, setAll] = useState(
    () => count <= first || typeof requestIdleCallback === 'undefined',
  );
  useEffect(() => {
    if (all) return;
    const wait = requestIdleCallback(() => setAll(true), { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(wait);
  }, [all]);
  return all || printing ? count : Math.min(count, first);
}
