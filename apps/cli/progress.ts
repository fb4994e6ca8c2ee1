import type { Streams } from './command.ts';

/** 12345 as '12,345'. */
export const count = (n: number): string => n.toLocaleString('en-US');

/** '1 issue', '12,345 issues'. */
export const counted = (n: number, noun: string): string =>
  `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

/** A progress line on a terminal; writes nothing elsewhere. */
export function progressLine({ err }: Pick<Streams, 'err'>) {
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

/** Rate and remaining time, '3,412/s  1:05 left'; none at the start. @param part what is done, 0 to 1. */
export function rateAndTimeLeft(part: number, records: number, elapsedMs: number): string[] {
  if (part <= 0 || elapsedMs <= 0) return [];
  const leftSeconds = Math.ceil((elapsedMs * (1 - part)) / part / 1000);
  const seconds = String(leftSeconds % 60).padStart(2, '0');
  return [
    `${count(Math.round((records * 1000) / elapsedMs))}/s`,
    `${Math.floor(leftSeconds / 60)}:${seconds} left`,
  ];
}
