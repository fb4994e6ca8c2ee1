import { useEffect, useRef, useState } from 'react';

export interface Loaded<Value> {
  /** Null while loading and after a failure. */
  readonly value: Value | null;
  /** Logged; null without one. */
  readonly error: unknown;
}

const LOADING = { value: null, error: null };

/** What `load` returns for a key, loaded again when the key changes; a null key loads nothing. */
export function useLoaded<Key, Value>(
  key: Key | null,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [answer, setAnswer] = useState<(Loaded<Value> & { readonly key: Key }) | null>(null);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    latest.current(key, signal).then(
      value => !signal.aborted && setAnswer({ key, value, error: null }),
      error => {
        if (signal.aborted) return;
        console.warn(error);
        setAnswer({ key, value: null, error });
      },
    );
    return () => controller.abort();
  }, [key]);
  return answer?.key === key ? answer : LOADING;
}
