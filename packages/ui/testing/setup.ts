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
configure({ asyncUtilTimeout: 25_000 });

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
