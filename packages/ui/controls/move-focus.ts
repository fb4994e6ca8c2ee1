import type { KeyboardEvent } from 'react';

type Direction = 'horizontal' | 'vertical';

/**
 * Arrow keys, Home, End and first letters among the enabled `selector` elements of the event's current target. Returns
 * the element that got the focus, or null for other keys.
 */
export function moveFocus(
  event: KeyboardEvent,
  selector: string,
  direction: Direction,
): HTMLElement | null {
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`${selector}:not([disabled])`),
  ];
  const next = target(items, event, direction);
  if (!next) return null;
  event.preventDefault();
  next.focus();
  return next;
}

function target(items: HTMLElement[], event: KeyboardEvent, direction: Direction) {
  const at = items.findIndex(item => item.matches(':focus'));
  const { key } = event;
  const step = (by: number) => items[(at + by + items.length) % items.length];
  if (key === (direction === 'vertical' ? 'ArrowDown' : 'ArrowRight')) return step(1);
  if (key === (direction === 'vertical' ? 'ArrowUp' : 'ArrowLeft')) {
    return at < 0 ? items.at(-1) : step(-1);
  }
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey;
  if (direction !== 'vertical' || !isLetter) return undefined;
  const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return later.find(item => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
