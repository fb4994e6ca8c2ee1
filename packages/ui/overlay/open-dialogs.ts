import { Store, useStore } from '../text/store.ts';

/** The open modal dialogs, the topmost last. All of the page outside of that one is inert. */
const dialogs = new Store<readonly HTMLElement[]>([]);

/** Returns a function that removes the dialog. */
export function addDialog(dialog: HTMLElement): () => void {
  dialogs.set([...dialogs.read(), dialog]);
  return () => dialogs.set(dialogs.read().filter(each => each !== dialog));
}

export const useTopDialog = (): HTMLElement | null => useStore(dialogs).at(-1) ?? null;
