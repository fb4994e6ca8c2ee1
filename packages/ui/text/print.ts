import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Time for images and fonts to load before the print dialog opens. */
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

const enter = () => change(1);
const leave = () => change(-1);
// For Ctrl+P.
window.addEventListener('beforeprint', enter);
window.addEventListener('afterprint', leave);

/** True while the page is laid out for print or a snapshot: tables show all rows. */
export const usePrintLayout = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => depth > 0,
    () => false,
  );

/** Runs `work`, such as a snapshot, in the print layout. */
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

export const printPage = (): Promise<void> =>
  withPrintLayout(async () => {
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
    window.print();
  });
