/** Every address of the app and the screen it shows. A new gadget is one line here. */
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import type { ReportId } from '@tallyboard/reports/report.ts';

export interface GadgetRoute {
  /** As the query parameter `gadget` names it. */
  readonly name: string;
  readonly title: string;
  readonly dashboardPath: string;
  readonly addonPath: string;
  /** The report for its stored settings. */
  readonly reportOf: (stored: Readonly<Record<string, unknown>>) => ReportId;
}

const GADGETS: readonly GadgetRoute[] = [
  {
    name: 'status',
    title: 'Status and Progress',
    dashboardPath: '/status-dashboard',
    addonPath: '/addon-status',
    // gType 0, also when nothing is stored yet, is the overview; every other code is a grouping.
    reportOf: ({ gType }) => (Number(gType ?? 0) === 0 ? 'overview' : 'breakdown'),
  },
];

export type Route =
  | { readonly screen: 'docs' }
  | { readonly screen: 'reports' }
  | { readonly screen: 'gadget'; readonly gadget: GadgetRoute }
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
