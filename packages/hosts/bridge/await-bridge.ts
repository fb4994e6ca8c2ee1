/** The host refuses this page, with the reason for the reader. */
export class BridgeMissingError extends Error {
  override readonly name = 'BridgeMissingError';
}

const EVERY_MS = 100;
const LATE_MS = 3_000;

/** Polls for a host's bridge every 100 ms. Calls `onLate` once when it has not come after three seconds, and goes on. */
export function awaitBridge<T>(look: () => T | null | undefined, onLate: () => void): Promise<T> {
  return new Promise(resolve => {
    const seek = () => {
      const found = look();
      if (found === null || found === undefined) return;
      clearInterval(timer);
      clearTimeout(late);
      resolve(found);
    };
    const timer = setInterval(seek, EVERY_MS);
    const late = setTimeout(onLate, LATE_MS);
    seek();
  });
}
