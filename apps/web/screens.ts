import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { type Preloaded, preloaded } from './preloaded.tsx';
import { type Route, routeOf } from './router/routes.ts';

type Name = Route['screen'];

/** Props of a screen: the host, the engine, and the members of its route. */
export type ScreenProps<Screen extends Name = Name> = {
  readonly host: Host;
  readonly engine: Engine;
} & Omit<Extract<Route, { screen: Screen }>, 'screen'>;

const SCREENS: { readonly [Screen in Name]: Preloaded<ScreenProps<Screen>> } = {
  docs: preloaded(() => import('./docs-page/docs-page.tsx')),
  reports: preloaded(() => import('./reports-page/reports-page.tsx')),
  home: preloaded(() => import('./dashboards/home-page.tsx')),
  dashboards: preloaded(() => import('./dashboards/dashboards-page.tsx')),
  dashboard: preloaded(() => import('./dashboards/dashboard-page.tsx')),
  wallboard: preloaded(() => import('./dashboards/wallboard/wallboard-page.tsx')),
  'linked-wall': preloaded(() => import('./dashboards/wallboard/linked-wall-page.tsx')),
  gadget: preloaded(() => import('./gadget-page/gadget-page.tsx')),
  'rule-form': preloaded(() => import('./rule-form/rule-form.tsx')),
  unknown: preloaded(() => import('./unknown-page.tsx')),
};

export const screenOf = (name: Name) => SCREENS[name] as Preloaded<ScreenProps>;

/** Preloads the screen that an address most likely shows, while the host opens. */
export async function preloadScreen({ pathname, search }: Location): Promise<void> {
  const { screen } = routeOf(pathname, parseHostInfo(search));
  // The host decides which screen the root is.
  if (screen !== 'home') await SCREENS[screen].preload();
}
