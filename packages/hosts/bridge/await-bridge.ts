/** The host refuses this page, with the reason for the reader. */
export class HostRefusalError extends Error {
  override readonly name = 'HostRefusalError';
}

const EVERY_MS = 100;
/** Pages say so within a second. */
export const LATE_MS = 800;

/** Polls for a host's bridge every 100 ms. Calls `onLate` once when it has not come in time, and goes on. */
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
