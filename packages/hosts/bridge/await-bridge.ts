/** The host's bridge did not load: no host, or its script was blocked. */
export class BridgeMissingError extends Error {
  override readonly name = 'BridgeMissingError';
}

const EVERY_MS = 100;
const TIMEOUT_MS = 15_000;

export interface BridgeWait {
  /** The error's message. */
  readonly missing: string;
  readonly timeoutMs?: number;
}

/** Polls for a host's bridge every 100 ms. Rejects with BridgeMissingError after the timeout. */
export function awaitBridge<T>(look: () => T | null | undefined, settings: BridgeWait): Promise<T> {
  const { missing, timeoutMs = TIMEOUT_MS } = settings;
  return new Promise((resolve, reject) => {
    const seek = () => {
      const found = look();
      if (found !== null && found !== undefined) done(() => resolve(found));
    };
    const timer = setInterval(seek, EVERY_MS);
    const limit = setTimeout(() => done(() => reject(new BridgeMissingError(missing))), timeoutMs);
    const done = (settle: () => void) => {
      clearInterval(timer);
      clearTimeout(limit);
      settle();
    };
    seek();
  });
}
