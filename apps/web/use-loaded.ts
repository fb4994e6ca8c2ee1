import { useCallback, useEffect, useRef, useState } from 'react';

const LOADING = { value: null, error: null };

/**
 * What `load` returns for a key, loaded again when the key changes; a null key loads nothing. `value` is null while loading
 * and after a failure, which is logged. `reload` loads the same key again; value and error stay until then.
 */
export function useLoaded<Key, Value>(
  key: Key | null,
  load: (key: Key, signal: AbortSignal) => Promise<Value>,
) {
  const [answer, setAnswer] = useState<{ key: Key; value: Value | null; error: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt loads the same key again.
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
  }, [key, attempt]);
  const reload = useCallback(() => setAttempt(count => count + 1), []);
  const { value, error } = answer?.key === key ? answer : LOADING;
  return { value, error, reload };
}

/** The last value that is not null: while another one loads, the former one stays. */
export function useFormer<Value>(value: Value | null): Value | null {
  const former = useRef(value);
  if (value !== null) former.current = value;
  return former.current;
}
