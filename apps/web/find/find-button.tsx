import SearchIcon from '@atlaskit/icon/core/search';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { preloaded } from '../preloaded.tsx';

export const FindDialog = preloaded(() => import('./find-dialog.tsx'));

/** The button and the keys that open the search. */
export function FindButton(props: { readonly children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useFindKeys(setOpen);
  return (
    <>
      <Button
        className="tb-find-button"
        appearance="subtle"
        icon={SearchIcon}
        aria-keyshortcuts="Control+K"
        title="Search everything (Ctrl+K)"
        onClick={() => setOpen(true)}
      >
        Search
      </Button>
      {isOpen && <Suspense>{props.children(() => setOpen(false))}</Suspense>}
    </>
  );
}

/** Ctrl+K, Cmd+K on a Mac. */
export function useFindKeys(onPress: (pressed: true) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      onPress(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onPress]);
}
