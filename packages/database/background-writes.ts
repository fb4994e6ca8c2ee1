/** Writes that no answer waits for, one at a time for each name. Failures are ignored: a later call writes again. */
export function backgroundWrites() {
  const pending = new Set<string>();
  return (name: string, write: () => Promise<unknown>): void => {
    if (pending.has(name)) return;
    pending.add(name);
    write()
      .catch(() => {})
      .finally(() => pending.delete(name));
  };
}
