/** The address of the page as state: flat paths and a query is all that the app has, so this is all its router. */
import { useSyncExternalStore } from 'react';

const CHANGED = 'tallyboard:address';

function subscribe(listener: () => void) {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** Path and query as they are now: '/reports?tab=custom'. Renders again when they change. */
export function useAddress(): string {
  return useSyncExternalStore(subscribe, () => location.pathname + location.search);
}

/**
 * 'push' is a step that Back undoes. 'replace' only keeps the address true to what is shown. 'close' undoes the step
 * that led here when it came from that address, and is a step of its own when a link led here.
 */
export type Move = 'push' | 'replace' | 'close';

export function go(address: string, how: Move) {
  const here = location.pathname + location.search;
  if (address === here) return;
  if (how === 'close' && history.state?.from === address) {
    history.back();
    return;
  }
  if (how === 'replace') history.replaceState(history.state, '', address);
  else history.pushState({ from: here }, '', address);
  window.dispatchEvent(new Event(CHANGED));
}
