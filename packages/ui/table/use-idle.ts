import { useEffect, useState } from 'react';

/** Deadline for a page that is never idle. */
const MAX_WAIT_MS = 1_000;

/** True once the page has been idle since the first render, or at once if nothing waits for that. */
export function useIdle(waits = true): boolean {
  const [isIdle, setIdle] = useState(() => !waits || typeof requestIdleCallback === 'undefined');
  useEffect(() => {
    if (isIdle) return;
    const wait = requestIdleCallback(() => setIdle(true), { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(wait);
  }, [isIdle]);
  return isIdle;
}
