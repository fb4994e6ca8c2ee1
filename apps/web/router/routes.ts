import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { GADGETS, type Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';

export type Route =
  | { readonly screen: 'docs' }
  | { readonly screen: 'reports' }
  /** The root of our own server, which opens a dashboard. */
  | { readonly screen: 'home' }
  | { readonly screen: 'dashboards' }
  | { readonly screen: 'dashboard'; readonly id: string }
  /** Null: the dashboards of the query in rotation. */
  | { readonly screen: 'wallboard'; readonly id: string | null }
  /** A wall that was opened by a display link. */
  | { readonly screen: 'linked-wall'; readonly id: string }
  | { readonly screen: 'gadget'; readonly gadget: Gadget }
  /** The form of a step in a rule of Jira Automation. */
  | { readonly screen: 'rule-form' }
  | { readonly screen: 'unknown' };

/** Screens by path; ':id' is a dashboard id. */
const SCREENS: Readonly<
  Record<string, Exclude<Route['screen'], 'gadget' | 'rule-form' | 'unknown'>>
> = {
  '/': 'home',
  '/docs': 'docs',
  '/reports': 'reports',
  '/dashboards': 'dashboards',
  '/dashboards/:id': 'dashboard',
  '/dashboards/:id/wallboard': 'wallboard',
  '/wallboard': 'wallboard',
  '/wall/:id': 'linked-wall',
};

export const PATHS: readonly {
  readonly path: string;
  readonly screen: Route['screen'];
  readonly gadget?: Gadget;
}[] = [
  ...Object.entries(SCREENS).map(([path, screen]) => ({ path, screen })),
  ...GADGETS.flatMap(gadget =>
    [gadget.dashboardPath, gadget.addonPath].map(path => ({
      path,
      screen: 'gadget' as const,
      gadget,
    })),
  ),
];

/** The screen of an address. On the root and the reports page, `gadget` in the query shows a gadget, else the documentation. */
export function routeOf(
  path: string,
  { gadget: asked, standalone, app }: Pick<HostInfo, 'gadget' | 'standalone' | 'app'>,
): Route {
  const flat = path.replace(/\/+$/, '') || '/';
  const gadget = GADGETS.find(each => each.dashboardPath === flat || each.addonPath === flat);
  if (gadget) return { screen: 'gadget', gadget };
  const id = /(?<=^\/(dashboards|wall)\/)\d+/.exec(flat)?.[0] ?? null;
  const screen = SCREENS[id === null ? flat : flat.replace(id, ':id')];
  if (screen === undefined) return { screen: 'unknown' };
  if (screen === 'dashboard' || screen === 'linked-wall')
    return id === null ? { screen: 'unknown' } : { screen, id };
  if (screen === 'wallboard') return { screen, id };
  if (asked !== null && (screen === 'home' || screen === 'reports')) {
    const named = GADGETS.find(each => each.name === asked);
    return named ? { screen: 'gadget', gadget: named } : { screen: 'docs' };
  }
  // Inside a host, and with `app` in the query, the root is the documentation.
  if (screen === 'home' && !(standalone && app === null)) return { screen: 'docs' };
  return { screen };
}
