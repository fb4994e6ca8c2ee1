import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Opens a native modal `<dialog>` while its component is mounted: the browser keeps focus inside, makes the page
 * behind inert and stacks dialogs. Escape closes the topmost; focus returns to where it was.
 */
export function useModalDialog(onClose: () => void): {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
} {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    // jsdom knows no showModal.
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute('open', '');
    const title =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h2');
    title?.focus({ preventScroll: true });

    const cancel = (event: Event) => {
      event.preventDefault();
      if (event.target === dialog) latest.current();
    };
    // The pressed and released place must both be the backdrop: a text selection that ends outside must not close.
    let pressedOutside = false;
    const down = (event: Event) => {
      pressedOutside = event.target === dialog;
    };
    const click = (event: Event) => {
      if (pressedOutside && event.target === dialog) latest.current();
    };
    dialog.addEventListener('cancel', cancel);
    dialog.addEventListener('pointerdown', down);
    dialog.addEventListener('click', click);
    return () => {
      dialog.removeEventListener('cancel', cancel);
      dialog.removeEventListener('pointerdown', down);
      dialog.removeEventListener('click', click);
      dialog.close?.();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // React's event, so that what is open inside (a popover) can take the key first.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return { ref, onKeyDown };
}
