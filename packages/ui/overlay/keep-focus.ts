const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex="-1"], [hidden] *)';

/** An element and those around it, to be found again when it is gone. */
export type FocusPath = readonly HTMLElement[];

export function focusPathOf(element: Element | null): FocusPath {
  const path: HTMLElement[] = [];
  // Of another page there is nothing near.
  for (let each = element; each instanceof HTMLElement; each = each.parentElement) {
    if (each.matches('main, body')) break;
    path.push(each);
  }
  return path;
}

/** Focuses the element; where it is gone or disabled, the first control beside it or around it. */
export function focusNear(path: FocusPath): void {
  for (const element of path) {
    if (!element.isConnected) continue;
    const target = element.matches(FOCUSABLE)
      ? element
      : element.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus();
    if (target && document.activeElement === target) return;
  }
}

/** Keeps the focus inside of a dialog when its control is removed or disabled; returns a function that ends that. */
export function keepFocus(dialog: HTMLElement): () => void {
  let last: FocusPath = [];
  const note = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = focusPathOf(target);
  };
  const observer = new MutationObserver(() => {
    const { activeElement } = document;
    const [control] = last;
    // Browsers take the focus from a disabled control with the next frame only.
    const isLost =
      activeElement === document.body || activeElement === null || activeElement === control;
    if (control && isLost && (!control.isConnected || control.matches(':disabled')))
      focusNear(last.filter(each => dialog.contains(each)));
  });
  dialog.addEventListener('focusin', note);
  observer.observe(dialog, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    dialog.removeEventListener('focusin', note);
    observer.disconnect();
  };
}
