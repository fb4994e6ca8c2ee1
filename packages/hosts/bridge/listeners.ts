/** Calls every listener. An event before the first listener is delivered to it. */
export function listeners<Value = void>() {
  const all = new Set<(value: Value) => void>();
  let missed: { readonly value: Value } | null = null;
  return {
    fire(value: Value) {
      missed = all.size === 0 ? { value } : null;
      for (const listener of [...all]) listener(value);
    },
    listen(listener: (value: Value) => void) {
      all.add(listener);
      const event = missed;
      if (event) queueMicrotask(() => all.has(listener) && listener(event.value));
      missed = null;
      return () => void all.delete(listener);
    },
  };
}
