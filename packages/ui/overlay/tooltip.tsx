import './tooltip.css';
import { useEffect, useRef } from 'react';
import { place } from './place.ts';

const DELAY_MS = 500;
const TARGETS = '[data-tb-tooltip], .tb-ellipsis';

/**
 * Shows `data-tb-tooltip` of any element, and the whole of a text cut by an ellipsis, after a delay of hover or focus.
 * Escape hides it; the pointer may move onto it.
 */
export function TooltipHost() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? watchTooltips(ref.current) : undefined), []);
  return <div ref={ref} id="tb-tooltip" role="tooltip" popover="manual" className="tb-tooltip" />;
}

function tooltipText(target: Element): string | null {
  const own = target.getAttribute('data-tb-tooltip');
  if (own) return own;
  return target.scrollWidth > target.clientWidth ? target.textContent : null;
}

function watchTooltips(host: HTMLElement): () => void {
  let target: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the pointer was pressed, until it moves. */
  let pressed: { readonly x: number; readonly y: number } | null = null;
  /** While the pointer is down: what it presses gets the focus, and is not asked about. */
  let isDown = false;

  const hide = () => {
    clearTimeout(timer);
    if (target?.getAttribute('aria-describedby') === host.id) {
      target.removeAttribute('aria-describedby');
    }
    target = null;
    host.hidePopover();
    host.classList.remove('tb-tooltip--open');
  };
  const show = () => {
    const text = target?.isConnected ? tooltipText(target) : null;
    if (!target || !text) return;
    host.textContent = text;
    host.classList.add('tb-tooltip--open');
    host.showPopover();
    place(host, target, 'top');
    if (target.getAttribute('aria-label') !== text && !target.hasAttribute('aria-describedby')) {
      target.setAttribute('aria-describedby', host.id);
    }
  };
  const enter = (event: Event) => {
    if (!(event.target instanceof Element) || host.contains(event.target)) return;
    // What a press opens below the pointer is not pointed at: its tooltip would take the first Escape.
    if (event.type === 'focusin' && isDown) return;
    if (event instanceof PointerEvent) {
      if (pressed?.x === event.clientX && pressed.y === event.clientY) return;
      pressed = null;
    }
    const next = event.target.closest(TARGETS) ?? cutTextIn(event);
    if (next === target) return;
    hide();
    target = next;
    if (next) timer = setTimeout(show, DELAY_MS);
  };
  const leave = (event: PointerEvent) => {
    if (event.relatedTarget === null) hide();
  };
  const scrolled = () => {
    if (host.classList.contains('tb-tooltip--open')) hide();
  };
  const press = ({ clientX, clientY }: PointerEvent) => {
    pressed = { x: clientX, y: clientY };
    isDown = true;
    hide();
  };
  const lift = () => {
    isDown = false;
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !host.classList.contains('tb-tooltip--open')) return;
    event.stopPropagation();
    event.preventDefault();
    hide();
  };

  const abort = new AbortController();
  const { signal } = abort;
  document.addEventListener('pointerover', enter, { signal });
  document.addEventListener('pointerout', leave, { signal });
  document.addEventListener('focusin', enter, { signal });
  document.addEventListener('focusout', hide, { signal });
  document.addEventListener('keydown', keys, { signal, capture: true });
  document.addEventListener('pointerdown', press, { signal });
  document.addEventListener('pointerup', lift, { signal });
  document.addEventListener('pointercancel', lift, { signal });
  document.addEventListener('scroll', scrolled, { signal, capture: true });
  return () => {
    hide();
    abort.abort();
  };
}

/** A focused row or cell shows the tooltip of the cut text within it. */
const cutTextIn = (event: Event): Element | null =>
  event.type === 'focusin' && event.target instanceof Element
    ? event.target.querySelector(':scope > .tb-ellipsis, :scope > :first-child .tb-ellipsis')
    : null;
