/** Drags a card with the pointer: marks the drop target, scrolls at the window's edges, Escape cancels. */

import { trackPointer } from '../track-pointer.ts';

/** A shorter move is a click. */
const DRAG_THRESHOLD_PX = 6;
const EDGE_PX = 56;
const SCROLL_PX = 14;

export function startDrag(settings: {
  readonly event: PointerEvent;
  readonly handle: HTMLElement;
  /** The element that holds the card in its column. */
  readonly place: HTMLElement;
  readonly columns: readonly HTMLElement[];
  readonly onDrop: (place: { readonly column: number; readonly row: number }) => void;
}): void {
  const { event, handle, place, columns, onDrop } = settings;
  const { pointerId } = event;
  const from = { x: event.clientX, y: event.clientY + window.scrollY };
  let pointer = { x: event.clientX, y: event.clientY };
  let line: HTMLElement | null = null;
  let target: Parameters<typeof onDrop>[0] | null = null;
  let scrolling = 0;

  const begin = () => {
    place.classList.add('tb-dash__place--dragged');
    line = document.createElement('div');
    line.className = 'tb-dash__drop';
    columns[0]?.parentElement?.append(line);
    scrolling = requestAnimationFrame(scroll);
  };
  const draw = () => {
    const dx = pointer.x - from.x;
    const dy = pointer.y + window.scrollY - from.y;
    place.style.transform = `translate(${dx}px, ${dy}px)`;
    const found = findTarget(pointer, place, columns);
    target = found?.place ?? null;
    if (line && found) {
      line.style.left = `${found.left}px`;
      line.style.top = `${found.top}px`;
      line.style.width = `${found.width}px`;
    }
  };
  const scroll = () => {
    const by =
      pointer.y < EDGE_PX ? -SCROLL_PX : pointer.y > window.innerHeight - EDGE_PX ? SCROLL_PX : 0;
    if (by !== 0) {
      window.scrollBy(0, by);
      draw();
    }
    scrolling = requestAnimationFrame(scroll);
  };
  const onMove = (move: PointerEvent) => {
    if (move.pointerId !== pointerId) return;
    pointer = { x: move.clientX, y: move.clientY };
    const distance = Math.hypot(pointer.x - from.x, pointer.y + window.scrollY - from.y);
    if (!line && distance < DRAG_THRESHOLD_PX) return;
    if (!line) begin();
    draw();
  };
  trackPointer(handle, pointerId, onMove, isDropped => {
    cancelAnimationFrame(scrolling);
    line?.remove();
    place.style.transform = '';
    place.classList.remove('tb-dash__place--dragged');
    if (isDropped && line && target) onDrop(target);
  });
}

/** The column nearest to the pointer, and the row before the first card whose middle is below it. */
function findTarget(
  pointer: { readonly x: number; readonly y: number },
  dragged: HTMLElement,
  columns: readonly HTMLElement[],
) {
  const distance = (column: HTMLElement) => {
    const box = column.getBoundingClientRect();
    const beside = Math.max(box.left - pointer.x, pointer.x - box.right, 0);
    const above = Math.max(box.top - pointer.y, pointer.y - box.bottom, 0);
    // The horizontal distance counts first: columns have different heights.
    return beside * 1e4 + above;
  };
  const shown = columns.filter(column => !column.hidden);
  const [nearest] = [...shown].sort((a, b) => distance(a) - distance(b));
  if (!nearest) return null;
  const cards = [...nearest.children].filter(card => card !== dragged);
  const boxes = cards.map(card => card.getBoundingClientRect());
  const found = boxes.findIndex(box => pointer.y < box.top + box.height / 2);
  const row = found < 0 ? cards.length : found;
  const { left, width, top } = nearest.getBoundingClientRect();
  const next = boxes[row];
  const last = boxes[row - 1];
  return {
    place: { column: shown.indexOf(nearest), row },
    left,
    width,
    top: next ? next.top - 9 : last ? last.bottom + 7 : top,
  };
}
