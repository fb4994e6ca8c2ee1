/**
 * The calls that the proxy lets through to Jira: those that our own client makes, and no others. `read` calls change
 * nothing there, whatever their method. Dashboards, gadgets and shared settings are not here: this server keeps them.
 */
type Row = readonly [method: 'GET' | 'POST' | 'PUT', path: string, does: 'read' | 'write'];

const rows: readonly Row[] = [
  // The site and who asks
  ['GET', '/rest/api/2/serverInfo', 'read'],
  ['GET', '/rest/api/2/myself', 'read'],
  ['GET', '/rest/api/2/mypermissions', 'read'],
  ['GET', '/rest/api/2/field', 'read'],
  ['GET', '/rest/api/2/status', 'read'],
  ['GET', '/rest/api/2/configuration', 'read'],

  // Issues
  ['POST', '/rest/api/3/search/jql', 'read'],
  ['POST', '/rest/api/3/search/approximate-count', 'read'],
  ['POST', '/rest/api/3/issue/bulkfetch', 'read'],
  ['POST', '/rest/api/3/changelog/bulkfetch', 'read'],
  ['GET', '/rest/api/2/search', 'read'],
  ['POST', '/rest/api/2/search', 'read'],
  ['GET', '/rest/api/2/issue/{name}', 'read'],
  ['GET', '/rest/api/2/issue/{name}/changelog', 'read'],
  ['GET', '/rest/api/2/issue/{name}/worklog', 'read'],
  ['GET', '/rest/api/3/issue/{name}/worklog', 'read'],
  ['PUT', '/rest/api/2/issue/{name}/assignee', 'write'],
  ['PUT', '/rest/api/3/issue/{name}/assignee', 'write'],

  // Queries and filters
  ['POST', '/rest/api/3/jql/parse', 'read'],
  ['GET', '/rest/api/2/jql/autocompletedata', 'read'],
  ['GET', '/rest/api/3/jql/autocompletedata', 'read'],
  ['GET', '/rest/api/2/jql/autocompletedata/suggestions', 'read'],
  ['GET', '/rest/api/3/jql/autocompletedata/suggestions', 'read'],
  ['GET', '/rest/api/2/filter/favourite', 'read'],
  ['GET', '/rest/api/2/filter/{id}', 'read'],
  ['GET', '/rest/api/3/filter/search', 'read'],

  // Projects and people
  ['GET', '/rest/api/2/project', 'read'],
  ['GET', '/rest/api/3/project/search', 'read'],
  ['GET', '/rest/api/2/project/{name}', 'read'],
  ['GET', '/rest/api/2/project/{name}/version', 'read'],
  ['GET', '/rest/api/2/user/assignable/search', 'read'],

  // Boards, sprints and planning
  ['GET', '/rest/agile/1.0/board', 'read'],
  ['GET', '/rest/agile/1.0/board/{id}', 'read'],
  ['GET', '/rest/agile/1.0/board/{id}/configuration', 'read'],
  ['GET', '/rest/agile/1.0/board/{id}/sprint', 'read'],
  ['GET', '/rest/agile/1.0/board/{id}/issue', 'read'],
  ['GET', '/rest/agile/1.0/board/{id}/backlog', 'read'],
  ['GET', '/rest/agile/1.0/sprint/{id}', 'read'],
  ['GET', '/rest/agile/1.0/sprint/{id}/issue', 'read'],
  ['POST', '/rest/agile/1.0/sprint', 'write'],
  ['POST', '/rest/agile/1.0/sprint/{id}/issue', 'write'],
  ['POST', '/rest/agile/1.0/backlog/{id}/issue', 'write'],
  ['PUT', '/rest/agile/1.0/issue/rank', 'write'],
  ['PUT', '/rest/agile/1.0/issue/{name}/estimation', 'write'],
];

/** What may stand in a place of a path. Keys and ids of Jira are made of nothing else. */
const places = { '{id}': '\\d{1,19}', '{name}': '[A-Za-z0-9][A-Za-z0-9_-]{0,254}' };

export interface AllowedCall {
  readonly method: string;
  /** The row as it is written above. */
  readonly pattern: string;
  readonly does: 'read' | 'write';
}

const calls = rows.map(([method, pattern, does]) => ({
  call: { method, pattern, does },
  matcher: new RegExp(
    `^${pattern
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, place => places[place as keyof typeof places])}$`,
  ),
}));

/** Every call of the list. */
export const allowedCalls: readonly AllowedCall[] = calls.map(({ call }) => call);

export interface SafeAddress {
  readonly path: string;
  /** With its question mark; '' without one. */
  readonly query: string;
}

const longestAddress = 16_384;

/**
 * Splits an address as it came over the wire; null for one that could mean another path to Jira than to us. No path of
 * the list needs an escape, so none is taken: no %2e, %2f, %25 nor %00 is ever decoded, here or there.
 */
export function readAddress(url: string): SafeAddress | null {
  if (url.length > longestAddress) return null;
  const [path = '', ...rest] = url.split('?');
  const query = rest.length === 0 ? '' : `?${rest.join('?')}`;
  if (!/^(\/[A-Za-z0-9._-]+)+$/.test(path)) return null;
  if (path.split('/').some(part => part === '.' || part === '..')) return null;
  // Printable ASCII without a fragment: anything else has to come escaped.
  if (!/^[!-"$-~]*$/.test(query)) return null;
  return { path, query };
}

/** The call of the list that this is; null where the proxy lets nothing through. */
export function findAllowed(method: string, path: string): AllowedCall | null {
  return (
    calls.find(({ call, matcher }) => call.method === method && matcher.test(path))?.call ?? null
  );
}
