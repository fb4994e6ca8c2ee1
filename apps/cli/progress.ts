import type { Streams } from './command.ts';

/** 12345 as '12,345'. */
export const count = (n: number): string => n.toLocaleString('en-US');

/** A progress line on a terminal; writes nothing elsewhere. */
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
