import 'virtual:tallyboard-theme.css';
import './base.css';
import { type ReactNode, useLayoutEffect } from 'react';
import { FlagHost } from '../feedback/flags.tsx';
import { TooltipHost } from '../overlay/tooltip.tsx';
import { followColorMode } from './color-mode.ts';

/** The outermost element of every page: design tokens, colour mode, and the one host for tooltips and for flags. */
export function AppRoot({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => followColorMode(), []);
  return (
    <div className="tb-root">
      {children}
      <TooltipHost />
      <FlagHost />
    </div>
  );
}
