import type { Host } from '@tallyboard/hosts/host.ts';
import { type RefObject, useEffect, useRef } from 'react';

/** A dialog covers the frame and no more, so that it needs a frame of this height, in px. */
const DIALOG_HEIGHT = 560;

/** Keeps the host's frame as high as the content, and high enough for an open dialog. */
export function useResize(host: Host): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || host.info.standalone || typeof ResizeObserver === 'undefined') return;
    const tell = () => {
      const dialog = element.querySelector('dialog[open]') !== null;
      const content = element.getBoundingClientRect().height;
      host.resize(Math.max(content, dialog ? DIALOG_HEIGHT : 0));
    };
    const sizes = new ResizeObserver(tell);
    sizes.observe(element);
    const dialogs = new MutationObserver(tell);
    dialogs.observe(element, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
    };
  }, [host]);
  return root;
}
