import { cleanup, configure } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, vi } from 'vitest';

// All files of tests share one document.
afterEach(cleanup);

// Its style sheet of design tokens is made by the bundler; jsdom draws nothing anyway.
vi.mock('@tallyboard/ui/theme/app-root.tsx', () => ({
  AppRoot: ({ children }: { children: ReactNode }) => children,
}));

// Code that a page imports on demand is transformed at its first import, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 120_000 });

/** jsdom has no matchMedia; Atlaskit calls it when it loads. */
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

/** jsdom hides what has a popover attribute but knows no showPopover: shown is without the attribute. */
HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
  this.removeAttribute('popover');
};
HTMLElement.prototype.hidePopover ??= function hidePopover(this: HTMLElement) {
  this.setAttribute('popover', 'manual');
};

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
};

/** jsdom has no layout: elements are this wide, in sight and of one size. */
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { get: () => 640, configurable: true });
Element.prototype.scrollIntoView ??= () => {};
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #seen: IntersectionObserverCallback;

  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen;
  }

  observe(target: Element) {
    this.#seen([{ isIntersecting: true, target } as IntersectionObserverEntry], this);
  }

  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
