import type { Host } from '@tallyboard/hosts/host.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { roomShare } from './use-wall-zoom.ts';

/** A dialog covers the frame and no more, so that it needs a frame of this height, in px. */
const DIALOG_HEIGHT = 560;

/** Keeps the host's frame as high as the content, and high enough for an open dialog. */
export function useResize(host: Host): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || host.info.standalone || typeof ResizeObserver === 'undefined') return;
    let content = 0;
    let dialog = false;
    const { wallboard } = host.info;
    const tell = () => {
      const height = Math.max(content, dialog ? DIALOG_HEIGHT : 0);
      // Elsewhere a reader scrolls the table.
      host.resize(height, wallboard && roomShare(element) < 1);
    };
    // Its height comes with what it tells: to measure here would lay out the page after every change of it.
    const sizes = new ResizeObserver(([entry]) => {
      content = entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
      tell();
    });
    sizes.observe(element);
    const dialogs = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null;
      if (isOpen === dialog) return;
      dialog = isOpen;
      tell();
    });
    dialogs.observe(element, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
    };
  }, [host]);
  return root;
}
