import type { Host } from '@tallyboard/hosts/host.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { roomShare } from './use-wall-zoom.ts';

/** Height in px of a frame with an open dialog. */
const DIALOG_HEIGHT = 560;

/** Reports the height of the content, or of an open dialog, to the host. */
export function useResize(host: Host): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || host.info.standalone || typeof ResizeObserver === 'undefined') return;
    let content = 0;
    let dialog = false;
    const { wallboard } = host.info;
    const report = () => {
      const height = Math.max(content, dialog ? DIALOG_HEIGHT : 0);
      host.resize(height, wallboard && roomShare(element) < 1);
    };
    // The observer's size avoids a forced layout.
    const sizes = new ResizeObserver(([entry]) => {
      content = entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
      report();
    });
    sizes.observe(element);
    const dialogs = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null;
      if (isOpen === dialog) return;
      dialog = isOpen;
      report();
    });
    dialogs.observe(element, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
    };
  }, [host]);
  return root;
}
