/** Captures the pointer until it is released (`isDropped`), is cancelled, or Escape is pressed. */
export function trackPointer(
  handle: HTMLElement,
  pointerId: number,
  onMove: (event: PointerEvent) => void,
  onEnd: (isDropped: boolean) => void,
): void {
  const listening = new AbortController();
  const { signal } = listening;
  const end = (isDropped: boolean) => {
    listening.abort();
    onEnd(isDropped);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    end(false);
  };
  // Moves outside of the window arrive too.
  handle.setPointerCapture(pointerId);
  handle.addEventListener('pointermove', onMove, { signal });
  handle.addEventListener('pointerup', () => end(true), { signal });
  handle.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener('keydown', onKey, { signal, capture: true });
}
