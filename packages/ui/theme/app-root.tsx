import 'virtual:tallyboard-theme.css';
import './base.css';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { FlagHost } from '../feedback/flags.tsx';
import { keepFocusOnPage } from '../overlay/keep-focus.ts';
import { TooltipHost } from '../overlay/tooltip.tsx';

/** The outermost element of every page: design tokens, colour mode, and the one host for tooltips and for flags. */
export function AppRoot({ children }: { readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => followColorMode(), []);
  useLayoutEffect(() => (root.current ? keepFocusOnPage(root.current) : undefined), []);
  return (
    <div ref={root} className="tb-root">
      {children}
      <TooltipHost />
      <FlagHost />
    </div>
  );
}

/**
 * Light, dark and high contrast. Hosts such as Jira set `data-color-mode` on the page root; without it, or with 'auto',
 * the page follows the system. Print is always light.
 */
const THEMES = [
  'light:light',
  'dark:dark',
  'spacing:spacing',
  'typography:typography',
  'shape:shape',
];

/** Keeps the attributes of the design tokens on the page root current; returns a function that stops. */
function followColorMode(root: HTMLElement = document.documentElement): () => void {
  const named = root.getAttribute('data-theme')?.split(/\s+/) ?? [];
  const families = new Set(named.map(theme => theme.split(':')[0]));
  const missing = THEMES.filter(theme => !families.has(theme.split(':')[0]));
  if (missing.length) root.setAttribute('data-theme', [...named, ...missing].join(' ').trim());

  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const contrast = window.matchMedia('(prefers-contrast: more)');
  let followsSystem = !isMode(root.getAttribute('data-color-mode'));

  const apply = () => {
    if (followsSystem) root.setAttribute('data-color-mode', dark.matches ? 'dark' : 'light');
    root.setAttribute('data-contrast-mode', contrast.matches ? 'more' : 'no-preference');
  };
  apply();

  let onScreen: string | null = null;
  const print = () => {
    onScreen ??= root.getAttribute('data-color-mode');
    root.setAttribute('data-color-mode', 'light');
  };
  const printed = () => {
    if (onScreen !== null) root.setAttribute('data-color-mode', onScreen);
    onScreen = null;
  };

  const observer = new MutationObserver(() => {
    if (onScreen !== null) return;
    const mode = root.getAttribute('data-color-mode');
    if (!isMode(mode)) {
      followsSystem = true;
      apply();
    } else if (mode !== (dark.matches ? 'dark' : 'light')) {
      // Set by the host.
      followsSystem = false;
    }
  });
  observer.observe(root, { attributes: true, attributeFilter: ['data-color-mode'] });
  const abort = new AbortController();
  const { signal } = abort;
  dark.addEventListener('change', apply, { signal });
  contrast.addEventListener('change', apply, { signal });
  window.addEventListener('beforeprint', print, { signal });
  window.addEventListener('afterprint', printed, { signal });
  return () => {
    observer.disconnect();
    abort.abort();
  };
}

const isMode = (value: string | null) => value === 'light' || value === 'dark';
