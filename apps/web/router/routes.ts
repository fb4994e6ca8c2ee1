/** Every address of the app and the screen it shows. */
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { GADGETS, type Gadget } from '../gadget-page/gadgets.ts';

export type Route =
  | { readonly screen: 'docs' }
  | { readonly screen: 'reports' }
  | { readonly screen: 'gadget'; readonly gadget: Gadget }
  | { readonly screen: 'unknown' };

/** The screen of an address. `gadget` in the query puts a gadget in place of the root's and the report page's own. */
export function routeOf(path: string, { gadget: asked }: Pick<HostInfo, 'gadget'>): Route {
  const flat = path.replace(/\/+$/, '') || '/';
  const gadget = GADGETS.find(each => each.dashboardPath === flat || each.addonPath === flat);
  if (gadget) return { screen: 'gadget', gadget };
  if (flat === '/docs') return { screen: 'docs' };
  if (flat !== '/' && flat !== '/reports') return { screen: 'unknown' };
  if (asked !== null) {
    const named = GADGETS.find(each => each.name === asked);
    return named ? { screen: 'gadget', gadget: named } : { screen: 'unknown' };
  }
  return { screen: flat === '/' ? 'docs' : 'reports' };
}
