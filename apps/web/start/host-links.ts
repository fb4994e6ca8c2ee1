import type { HostInfo } from '@tallyboard/hosts/host.ts';

type Where = Pick<HostInfo, 'baseUrl' | 'flavour'>;

/** The issue navigator with a query. */
export function queryUrl({ baseUrl }: Where, jql: string): string {
  return `${baseUrl}/issues/?jql=${encodeURIComponent(jql)}`;
}

export function issueUrl({ baseUrl }: Where, key: string): string {
  return `${baseUrl}/browse/${encodeURIComponent(key)}`;
}

/** The page of saved filters; on Data Center, of favourites. */
export function filtersUrl({ baseUrl, flavour }: Where): string {
  return flavour === 'cloud'
    ? `${baseUrl}/jira/filters`
    : `${baseUrl}/secure/ManageFilters.jspa?filterView=favourites`;
}
