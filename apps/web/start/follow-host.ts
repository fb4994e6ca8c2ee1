import type { Host } from '@tallyboard/hosts/host.ts';
import { presentFlags } from '@tallyboard/ui/feedback/flags.tsx';
import { showPrintLayout } from '@tallyboard/ui/text/print.ts';
import { showColorChoice } from './color-choice.ts';

/** Follows the host's color mode, print layout, flags and links. */
export function followHost(host: Host): void {
  host.onColorMode(showColorChoice);
  presentFlags(host.showFlag);
  host.onPrintLayout?.(showPrintLayout);
  if (!host.can.newTabs) openLinksBy(host);
}

/** A sandboxed frame cannot open tabs. */
function openLinksBy(host: Host): void {
  document.addEventListener('click', event => {
    const link =
      event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    event.preventDefault();
    host.open(link.href);
  });
}
