import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { preloaded } from './preloaded.tsx';
import { routeOf } from './router/routes.ts';

export const ReportsPage = preloaded(() => import('./reports-page/reports-page.tsx'));
export const GadgetPage = preloaded(() => import('./gadget-page/gadget-page.tsx'));
export const DocsPage = preloaded(() => import('./docs-page/docs-page.tsx'));
export const HomePage = preloaded(() => import('./dashboards/home-page.tsx'));
export const DashboardsPage = preloaded(() => import('./dashboards/dashboards-page.tsx'));
export const DashboardPage = preloaded(() => import('./dashboards/dashboard-page.tsx'));
export const WallboardPage = preloaded(() => import('./dashboards/wallboard/wallboard-page.tsx'));
export const UnknownPage = preloaded(() => import('./unknown-page.tsx'));

/** Preloads the screen that an address most likely shows, while the host opens. */
export async function preloadScreen({ pathname, search }: Location): Promise<void> {
  const { screen } = routeOf(pathname, parseHostInfo(search));
  if (screen === 'reports') return ReportsPage.preload();
  if (screen === 'gadget') return GadgetPage.preload();
  if (screen === 'dashboards') return DashboardsPage.preload();
  if (screen === 'dashboard') return DashboardPage.preload();
  if (screen === 'wallboard') return WallboardPage.preload();
  // The root is one of several screens, as the host says.
}
