import { flushSync } from 'react-dom';
import { Store, useStore } from './store.ts';

/** Time for images and fonts to load before the print dialog opens. */
const SETTLE_MS = 1000;

const depth = new Store(0);

function change(by: number): void {
  flushSync(() => depth.set(depth.read() + by));
  document.documentElement.toggleAttribute('data-tb-print-layout', depth.read() > 0);
}

const enter = () => change(1);
const leave = () => change(-1);
// For Ctrl+P.
window.addEventListener('beforeprint', enter);
window.addEventListener('afterprint', leave);

/** True while the page is laid out for print: tables show all rows. */
export const usePrintLayout = (): boolean => useStore(depth) > 0;

export async function printPage(): Promise<void> {
  enter();
  try {
    await new Promise(resolve => setTimeout(resolve, SETTLE_MS));
    window.print();
  } finally {
    leave();
  }
}
