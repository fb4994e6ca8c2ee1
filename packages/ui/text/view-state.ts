import { createContext, use, useEffect, useState } from 'react';

/** Stores what a reader opened, sorted and paged, such as over a reload of the page. */
export interface ViewStateStore {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
}

export const ViewStateContext = createContext<ViewStateStore | null>(null);

/** Like useState, but begins with the stored value. */
export function useViewState<Value>(key: string, initial: Value) {
  const store = use(ViewStateContext);
  const state = useState(() => (store?.read(key) ?? initial) as Value);
  const [value] = state;
  useEffect(() => store?.write(key, value), [store, key, value]);
  return state;
}
