import { useCallback, useEffect, useRef, useState } from 'react';

/** `insert` replaces the characters from `from` up to `to`. */
export interface Suggestion {
  readonly label: string;
  readonly detail?: string;
  readonly insert: string;
  readonly from: number;
  readonly to: number;
}

export type Suggest = (
  text: string,
  caret: number,
  signal: AbortSignal,
) => Promise<readonly Suggestion[]>;

const PAUSE_MS = 150;
const NONE: readonly Suggestion[] = [];

/** Suggestions for a text and caret, debounced; a new request cancels the last. */
export function useSuggestions(suggest: Suggest | undefined) {
  const [items, setItems] = useState(NONE);
  const [active, setActive] = useState(-1);
  const pending = useRef<{ abort: AbortController; timer: ReturnType<typeof setTimeout> }>(null);

  const stop = useCallback(() => {
    clearTimeout(pending.current?.timer);
    pending.current?.abort.abort();
    pending.current = null;
  }, []);
  const close = useCallback(() => {
    stop();
    setItems(NONE);
    setActive(-1);
  }, [stop]);
  const ask = useCallback(
    (text: string, caret: number) => {
      stop();
      if (!suggest) return;
      const abort = new AbortController();
      const show = (found: readonly Suggestion[]) => {
        if (abort.signal.aborted) return;
        setItems(found);
        setActive(-1);
      };
      const timer = setTimeout(() => {
        suggest(text, caret, abort.signal).then(show, () => show(NONE));
      }, PAUSE_MS);
      pending.current = { abort, timer };
    },
    [suggest, stop],
  );
  useEffect(() => stop, [stop]);
  return { items, active, setActive, ask, close };
}
