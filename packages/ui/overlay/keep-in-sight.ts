/** In px; where less of a frame is in sight, a dialog reaches beyond it. */
const LEAST = 320;
const THRESHOLDS = Array.from({ length: 101 }, (_, at) => at / 100);

/**
 * Tells a fixed element which part of the window is in sight, by `data-in-part`, `--tb-sight-top` and `--tb-sight-height`:
 * Jira gives a frame the height of its content, and the middle of that may be far from where the reader is. Returns a
 * function that ends it.
 */
export function keepInSight(element: HTMLElement): () => void {
  if (window.parent === window || typeof IntersectionObserver === 'undefined') return () => {};
  const all = document.createElement('div');
  all.style.cssText = 'position: fixed; inset: 0; visibility: hidden; pointer-events: none';
  document.body.append(all);
  const observer = new IntersectionObserver(
    entries => {
      const sight = entries.at(-1)?.intersectionRect;
      // The reader scrolled the frame away: the element waits where it was.
      if (!sight || sight.height === 0) return;
      const { innerHeight } = window;
      element.toggleAttribute('data-in-part', sight.height < innerHeight - 1);
      const height = Math.min(Math.max(sight.height, LEAST), innerHeight);
      const top = Math.max(0, Math.min(sight.top, innerHeight - height));
      element.style.setProperty('--tb-sight-top', `${top}px`);
      element.style.setProperty('--tb-sight-height', `${height}px`);
    },
    { threshold: THRESHOLDS },
  );
  observer.observe(all);
  return () => {
    observer.disconnect();
    all.remove();
  };
}
