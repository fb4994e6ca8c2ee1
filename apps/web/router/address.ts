/** The router: path and query of the page as state. */
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

/** Path and query: '/reports?tab=custom'; or what else depends on them. */
export function useAddress(read = () => location.pathname + location.search): string {
  return useSyncExternalStore(subscribe, read);
}

/** Reads the same address again. */
export const refreshAddress = () => void window.dispatchEvent(new Event(CHANGED));

/** 'push' adds a history entry, 'replace' replaces it, 'close' goes back if the last step came from the new address. */
export type Move = 'push' | 'replace' | 'close';

/** `keepsView`: the new entry begins with the view state of this one. */
export function go(address: string, how: Move, keepsView = false) {
  const here = location.pathname + location.search;
  if (address === here) return;
  if (how === 'close' && history.state?.from === address) {
    history.back();
    return;
  }
  if (how === 'replace') history.replaceState(history.state, '', address);
  else history.pushState({ from: here, view: keepsView && history.state?.view }, '', address);
  refreshAddress();
}
