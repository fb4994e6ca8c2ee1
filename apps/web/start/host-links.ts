/** Addresses of the host's own pages. */
import type { HostInfo } from '@tallyboard/hosts/host.ts';

type Where = Pick<HostInfo, 'baseUrl' | 'flavour'>;

/** The host's editor of queries, with this one in it. */
export function queryUrl({ baseUrl }: Where, jql: string): string {
  return `${baseUrl}/issues/?jql=${encodeURIComponent(jql)}`;
}

export function issueUrl({ baseUrl }: Where, key: string): string {
  return `${baseUrl}/browse/${encodeURIComponent(key)}`;
}

/** Where readers manage their saved filters: Data Center's page opens on the favourite ones. */
export function filtersUrl({ baseUrl, flavour }: Where): string {
  return flavour === 'cloud'
    ? `${baseUrl}/jira/filters`
    : `${baseUrl}/secure/ManageFilters.jspa?filterView=favourites`;
}
