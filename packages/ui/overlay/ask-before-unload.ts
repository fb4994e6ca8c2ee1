import { useEffect, useRef } from 'react';

/** The browser asks before the page is left or loaded again, where something would be lost. */
export function useAskBeforeUnload(loses: () => boolean): void {
  const latest = useRef(loses);
  useEffect(() => {
    latest.current = loses;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
