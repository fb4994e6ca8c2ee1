/** Calls every listener. An event before the first listener is delivered to it. */
export function listeners() {
  const all = new Set<() => void>();
  let missed = false;
  return {
    fire() {
      missed = all.size === 0;
      for (const listener of [...all]) listener();
    },
    listen(listener: () => void) {
      all.add(listener);
      if (missed) queueMicrotask(() => all.has(listener) && listener());
      missed = false;
      return () => void all.delete(listener);
    },
  };
}
