/** The open modal dialogs, the topmost last. All of the page outside of that one is inert. */
let dialogs: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: typeof dialogs): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** Returns a function that removes the dialog. */
export function addDialog(dialog: HTMLElement): () => void {
  set([...dialogs, dialog]);
  return () => set(dialogs.filter(each => each !== dialog));
}

export const topDialog = (): HTMLElement | null => dialogs.at(-1) ?? null;

export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
