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

/** 'push' is a step that Back undoes; 'replace' only keeps the address true to what is shown. */
export function go(address: string, how: 'push' | 'replace') {
  if (address === location.pathname + location.search) return;
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  window.dispatchEvent(new Event(CHANGED));
}
