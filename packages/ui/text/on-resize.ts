/** Calls `listener` with the first and each further size of the elements; returns a function that stops. */
export function onResize(
  elements: readonly (Element | null)[],
  listener: ResizeObserverCallback,
): () => void {
  const observer = new ResizeObserver(listener);
  for (const element of elements) if (element) observer.observe(element);
  return () => observer.disconnect();
}
