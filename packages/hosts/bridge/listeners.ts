/** Calls every listener. What was asked before anybody listened is not lost: the first listener hears of it. */
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
