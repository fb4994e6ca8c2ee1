/** Every address of the app and the screen it shows. */
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { GADGETS, type Gadget } from '../gadget-page/gadgets.ts';

export type Route =
  | { readonly screen: 'docs' }
  | { readonly screen: 'reports' }
  /** The root of our own server, which opens on a dashboard. */
  | { readonly screen: 'home' }
  | { readonly screen: 'dashboards' }
  | { readonly screen: 'dashboard'; readonly id: string }
  /** Dashboards in turn; without ids those of the query. */
  | { readonly screen: 'wallboard'; readonly id: string | null }
  | { readonly screen: 'gadget'; readonly gadget: Gadget }
  | { readonly screen: 'unknown' };

/** The screen of an address. `gadget` in the query puts a gadget in place of the root's and the report page's own. */
export function routeOf(
  path: string,
  { gadget: asked, standalone, app }: Pick<HostInfo, 'gadget' | 'standalone' | 'app'>,
): Route {
  const flat = path.replace(/\/+$/, '') || '/';
  const gadget = GADGETS.find(each => each.dashboardPath === flat || each.addonPath === flat);
  if (gadget) return { screen: 'gadget', gadget };
  if (flat === '/docs') return { screen: 'docs' };
  if (flat === '/dashboards') return { screen: 'dashboards' };
  if (flat === '/wallboard') return { screen: 'wallboard', id: null };
  const [, id, wallboard] = /^\/dashboards\/(\d+)(\/wallboard)?$/.exec(flat) ?? [];
  if (id) return wallboard ? { screen: 'wallboard', id } : { screen: 'dashboard', id };
  if (flat !== '/' && flat !== '/reports') return { screen: 'unknown' };
  if (asked !== null) {
    const named = GADGETS.find(each => each.name === asked);
    return named ? { screen: 'gadget', gadget: named } : { screen: 'unknown' };
  }
  if (flat === '/reports') return { screen: 'reports' };
  // Inside a host, and where an app is named, the root describes the app; our own server has more to show.
  return { screen: standalone && app === null ? 'home' : 'docs' };
}
