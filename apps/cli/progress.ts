import type { Streams } from './command.ts';

/** A line that is written over again on a terminal; anywhere else nothing is written. */
export function progressLine({ err }: Streams) {
  let last = 0;
  let shown = false;
  return {
    show(text: string) {
      const now = performance.now();
      if (!err.isTTY || now - last < 100) return;
      last = now;
      shown = true;
      err.write(`\r${text}\x1b[K`);
    },
    clear() {
      if (shown) err.write('\r\x1b[K');
      shown = false;
    },
  };
}
