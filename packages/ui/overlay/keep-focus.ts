const FOCUSABLE =
  ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex="-1"], [hidden] *)';

/** An element and those around it, to be found again when it is gone. */
export type FocusPath = readonly HTMLElement[];

export function focusPathOf(element: Element | null): FocusPath {
  const path: HTMLElement[] = [];
  // Of another page there is nothing near.
  for (let each = element; each instanceof HTMLElement; each = each.parentElement) {
    if (each.matches('main, body') && each !== element) break;
    path.push(each);
  }
  return path;
}

/** Focuses the element; where it is gone or disabled, the first control beside it or around it. */
export function focusNear(path: FocusPath, options?: FocusOptions): void {
  for (const element of path) {
    if (!element.isConnected) continue;
    const target = element.matches(FOCUSABLE)
      ? element
      : element.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus(options);
    if (target && document.activeElement === target) return;
  }
}

/** Keeps the focus inside of a dialog when its control is removed or disabled; returns a function that ends that. */
export function keepFocus(dialog: HTMLElement): () => void {
  return watchLoss(dialog, path => focusNear(path.filter(each => dialog.contains(each)))).stop;
}

/**
 * Keeps the focus near a control of the page that is removed or disabled, else on the page's content, as on a new screen,
 * so that it never falls on the body. Returns a function that ends that.
 */
export function keepFocusOnPage(root: HTMLElement): () => void {
  // The page stays where the reader scrolled it.
  const options = { preventScroll: true };
  const { forget, stop } = watchLoss(root, path => {
    focusNear(
      path.filter(each => each !== root && root.contains(each)),
      options,
    );
    const main = root.querySelector('main');
    if (!main || document.activeElement !== document.body) return;
    main.tabIndex = -1;
    main.focus(options);
  });
  // A reader who presses or scrolls elsewhere, or goes to another frame, has left the control.
  const leave = ({ target }: Event) => forget(target instanceof Element ? target : null);
  const abort = new AbortController();
  const { signal } = abort;
  window.addEventListener('blur', leave, { signal });
  root.addEventListener('pointerdown', leave, { signal });
  root.addEventListener('wheel', () => forget(null), { signal, passive: true });
  return () => {
    abort.abort();
    stop();
  };
}

/** Calls back with the path of the control that had the focus when it is removed or disabled. */
function watchLoss(place: HTMLElement, onLoss: (path: FocusPath) => void) {
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
    if (control && isLost && (!control.isConnected || control.matches(':disabled'))) onLoss(last);
  });
  place.addEventListener('focusin', note);
  observer.observe(place, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return {
    /** Unless the target is inside of the control. */
    forget(target: Element | null) {
      if (target === null || !last[0]?.contains(target)) last = [];
    },
    stop() {
      place.removeEventListener('focusin', note);
      observer.disconnect();
    },
  };
}
