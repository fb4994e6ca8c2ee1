/** Those that Back closes, the topmost last. */
const closers: (() => void)[] = [];

/** The Navigation API, which not every browser has. */
interface Navigation extends EventTarget {
  readonly currentEntry: { readonly index: number } | null;
}

interface NavigateEvent extends Event {
  readonly navigationType: string;
  readonly destination: { readonly index: number };
}

const { navigation } = globalThis as { readonly navigation?: Navigation };

navigation?.addEventListener('navigate', event => {
  const { navigationType, destination } = event as NavigateEvent;
  const here = navigation.currentEntry?.index ?? 0;
  const close = closers.at(-1);
  if (!close || !event.cancelable || navigationType !== 'traverse') return;
  if (destination.index >= here) return;
  event.preventDefault();
  close();
});

/** Calls `close` when the reader goes back, in place of leaving the page; returns a function that ends that. */
export function onBack(close: () => void): () => void {
  closers.push(close);
  return () => void closers.splice(closers.lastIndexOf(close), 1);
}
