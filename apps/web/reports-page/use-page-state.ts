import { useCallback, useMemo } from 'react';
import { go, type Move, useAddress } from '../router/address.ts';
import { type PageState, parsePageState, writePageState } from '../router/page-state.ts';

export interface PageStateTools {
  readonly state: PageState;
  /** A step that Back undoes, unless `replace` says that it is none. */
  readonly change: (change: Partial<PageState>, how?: Move) => void;
  /** The address that such a change leads to. */
  readonly addressOf: (change: Partial<PageState>) => string;
}

/** The state of the page as its address says it, and how to change it. */
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

/** Reads the address anew, so that two changes in one event both count. */
function changedAddress(change: Partial<PageState>): string {
  const query = new URLSearchParams(location.search);
  const text = writePageState(query, { ...parsePageState(query), ...change }).toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}
