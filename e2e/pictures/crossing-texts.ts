import type { Page } from '@playwright/test';

/** Pairs of texts on screen of which one lies over the other: `first × second`. */
export const crossingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Line {
      node: Node;
      text: string;
      layer: Element | null;
      box: { left: number; right: number; top: number; bottom: number };
    }
    const lines: Line[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent?.trim();
      if (!parent || !text) continue;
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { layer, clip } = surroundings(parent);
      for (const rect of range.getClientRects()) {
        // A line of text is higher than its letters.
        const inset = rect.height * 0.2;
        const box = {
          left: Math.max(rect.left, clip.left),
          right: Math.min(rect.right, clip.right),
          top: Math.max(rect.top + inset, clip.top),
          bottom: Math.min(rect.bottom - inset, clip.bottom),
        };
        if (box.right - box.left > 2 && box.bottom - box.top > 2)
          lines.push({ node, text, layer, box });
      }
    }
    lines.sort((a, b) => a.box.top - b.box.top);
    const pairs = new Set<string>();
    for (const [at, { node, text, layer, box }] of lines.entries())
      for (let next = at + 1; next < lines.length; next += 1) {
        const other = lines[next] as Line;
        if (other.box.top > box.bottom - 2) break;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        if (across > 2 && other.layer === layer && other.node !== node)
          pairs.add(`${text} × ${other.text}`);
      }
    return [...pairs];

    /** The part of the page in which a text can be seen, and what it moves with. */
    function surroundings(element: Element) {
      const clip = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
      let layer: Element | null = null;
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { position, overflowX, overflowY, clipPath, clip: oldClip } = getComputedStyle(box);
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (overflowX !== 'visible' || clipPath !== 'none' || oldClip !== 'auto') {
          clip.left = Math.max(clip.left, left);
          clip.right = Math.min(clip.right, right);
        }
        if (overflowY !== 'visible' || clipPath !== 'none' || oldClip !== 'auto') {
          clip.top = Math.max(clip.top, top);
          clip.bottom = Math.min(clip.bottom, bottom);
        }
        if (clipPath === 'inset(50%)') clip.right = -Infinity;
        if (position === 'sticky' || position === 'fixed' || box.matches('dialog')) layer ??= box;
      }
      return { layer, clip };
    }
  });
