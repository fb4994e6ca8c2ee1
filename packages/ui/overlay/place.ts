export type Side = 'bottom-start' | 'bottom-end' | 'top';

const GAP = 4;
const EDGE = 8;

/** Puts a fixed `panel` beside `anchor`, on the preferred side or, if it does not fit, on the one with more room. */
export function place(panel: HTMLElement, anchor: Element, side: Side): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const right = document.documentElement.clientWidth - EDGE;
  const below = window.innerHeight - at.bottom;
  const wantsAbove = side === 'top';
  const fits = wantsAbove ? at.top >= height + GAP + EDGE : below >= height + GAP + EDGE;
  const above = wantsAbove ? fits || at.top > below : !fits && at.top > below;
  const wished =
    side === 'top'
      ? at.left + at.width / 2 - width / 2
      : side === 'bottom-end'
        ? at.right - width
        : at.left;
  panel.style.left = `${Math.max(EDGE, Math.min(wished, right - width))}px`;
  panel.style.top = `${Math.max(EDGE, above ? at.top - height - GAP : at.bottom + GAP)}px`;
  panel.style.maxHeight = `${Math.max(120, (above ? at.top : below) - GAP - EDGE)}px`;
}
