/**
 * Printing. Tables that page or draw only the rows in sight, and charts that fit the window, follow the print layout:
 * all rows, page width.
 */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** The product's wait between laying out for print and opening the dialog; images and fonts arrive in it. */
const SETTLE_MS = 1000;

let depth = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  depth += by;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
  document.documentElement.toggleAttribute('data-tb-print-layout', depth > 0);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // For Ctrl+P.
    window.addEventListener('beforeprint', enter);
    window.addEventListener('afterprint', leave);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', enter);
    window.removeEventListener('afterprint', leave);
  };
}

const enter = () => change(1);
const leave = () => change(-1);

/** True while the page is laid out for printing or for a snapshot: show every row, hide what only works on a screen. */
export const usePrintLayout = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => depth > 0,
    () => false,
  );

/** Enters or leaves the print layout, for a page that prints this one in a frame. */
export const showPrintLayout = (on: boolean): void => (on ? enter() : leave());

/** Runs `work` (a snapshot, say) while the page is laid out for print. */
export async function withPrintLayout<Result>(
  work: () => Promise<Result> | Result,
): Promise<Result> {
  enter();
  try {
    await new Promise(requestAnimationFrame);
    return await work();
  } finally {
    leave();
  }
}

/** Lays the page out for print, waits until charts are drawn, and opens the print dialog. */
export const printPage = (): Promise<void> =>
  withPrintLayout(async () => {
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
    window.print();
  });
