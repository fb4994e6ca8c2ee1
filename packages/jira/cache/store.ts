/** Where the cache keeps its texts. Several engines may use one store at the same time. */
export interface CacheStore {
  /** The values of the keys, in their order; undefined for missing ones. */
  read(keys: readonly string[]): Promise<readonly unknown[]>;
  /** Replaces values in one transaction; an undefined value removes its key. */
  change(
    keys: readonly string[],
    next: (stored: readonly unknown[]) => readonly unknown[],
  ): Promise<void>;
  keys(prefix: string): Promise<readonly string[]>;
  remove(keys: readonly string[]): Promise<void>;
}
