import { useEffect, useState } from 'react';

/** How long a page of what does not fit a wall is shown. */
const PAGE_MS = 10_000;

/** The number of the page in turn. */
export function usePage(count: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (count < 2) return;
    const timer = setInterval(() => setTurn(before => before + 1), PAGE_MS);
    return () => clearInterval(timer);
  }, [count]);
  return count < 2 ? 0 : turn % count;
}
