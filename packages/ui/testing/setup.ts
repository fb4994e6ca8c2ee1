import { configure } from '@testing-library/react';

// Code that a page imports on demand is transformed at its first import, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

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
