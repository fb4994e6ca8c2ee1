import { useCallback, useMemo } from 'react';
import { go, type Move, useAddress } from '../router/address.ts';
import { type PageState, parsePageState, writePageState } from '../router/page-state.ts';

export interface PageStateTools {
  readonly state: PageState;
  /** A 'push' by default. */
  readonly change: (change: Partial<PageState>, how?: Move) => void;
  /** The URL after a change. */
  readonly addressOf: (change: Partial<PageState>) => string;
}

/** The state of the page in its URL. */
export function usePageState(): PageStateTools {
  const address = useAddress();
  const state = useMemo(() => {
    const { searchParams } = new URL(address, location.origin);
    return parsePageState(searchParams);
  }, [address]);
  const change = useCallback<PageStateTools['change']>(
    (changed, how = 'push') => go(changedAddress(changed), how),
    [],
  );
  return { state, change, addressOf: changedAddress };
}

/** Reads the URL again, so that two changes in one event both apply. */
function changedAddress(change: Partial<PageState>): string {
  const query = new URLSearchParams(location.search);
  const text = writePageState(query, { ...parsePageState(query), ...change }).toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}
