/** The host's bridge did not come: the page stands where no host is, or the host's script was kept out. */
export class BridgeMissingError extends Error {
  override readonly name = 'BridgeMissingError';
}

const EVERY_MS = 100;
/** A slow network may hold the host's script back; whoever waits longer thinks that nothing happens. */
const TIMEOUT_MS = 15_000;

export interface BridgeWait {
  /** What the error says: which host was expected. */
  readonly missing: string;
  readonly timeoutMs?: number;
}

/** Looks for a host's bridge, at once and then every 100 ms. Rejects with BridgeMissingError when it never comes. */
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
