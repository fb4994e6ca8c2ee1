/**
 * The calls that the proxy forwards to Jira: the reads that our client makes, and no others. No call here changes
 * anything in Jira, whatever its method. Writes are not forwarded: they would be a list of their own, which the operator
 * opens to editors. Dashboards, gadgets and shared settings are stored on this server and never reach Jira.
 */
type Row = readonly [method: 'GET' | 'POST', path: string];

const reads: readonly Row[] = [
  // Site and current user
  ['GET', '/rest/api/2/serverInfo'],
  ['GET', '/rest/api/2/myself'],
  ['GET', '/rest/api/2/mypermissions'],
  ['GET', '/rest/api/2/field'],
  ['GET', '/rest/api/2/status'],
  ['GET', '/rest/api/2/configuration'],

  // Issues
  ['POST', '/rest/api/3/search/jql'],
  ['POST', '/rest/api/3/search/approximate-count'],
  ['POST', '/rest/api/3/issue/bulkfetch'],
  ['POST', '/rest/api/3/changelog/bulkfetch'],
  ['GET', '/rest/api/2/search'],
  ['POST', '/rest/api/2/search'],
  ['GET', '/rest/api/2/issue/{name}'],
  ['GET', '/rest/api/2/issue/{name}/changelog'],
  ['GET', '/rest/api/2/issue/{name}/worklog'],
  ['GET', '/rest/api/3/issue/{name}/worklog'],

  // Queries and filters
  ['POST', '/rest/api/3/jql/parse'],
  ['GET', '/rest/api/2/jql/autocompletedata'],
  ['GET', '/rest/api/3/jql/autocompletedata'],
  ['GET', '/rest/api/2/jql/autocompletedata/suggestions'],
  ['GET', '/rest/api/3/jql/autocompletedata/suggestions'],
  ['GET', '/rest/api/2/filter/favourite'],
  ['GET', '/rest/api/2/filter/{id}'],
  ['GET', '/rest/api/3/filter/search'],

  // Projects
  ['GET', '/rest/api/2/project'],
  ['GET', '/rest/api/3/project/search'],
  ['GET', '/rest/api/2/project/{name}'],
  ['GET', '/rest/api/2/project/{name}/version'],

  // Boards and their sprints
  ['GET', '/rest/agile/1.0/board'],
  ['GET', '/rest/agile/1.0/board/{id}'],
  ['GET', '/rest/agile/1.0/board/{id}/configuration'],
  ['GET', '/rest/agile/1.0/board/{id}/sprint'],
  ['GET', '/rest/agile/1.0/sprint/{id}'],
];

/** What a placeholder matches: ids and keys of Jira. */
const PLACEHOLDERS = { '{id}': '\\d{1,19}', '{name}': '[A-Za-z0-9][A-Za-z0-9_-]{0,254}' };

export interface AllowedCall {
  readonly method: string;
  /** The path of the list, with its placeholders. */
  readonly pattern: string;
}

export const allowedCalls: readonly AllowedCall[] = reads.map(([method, pattern]) => ({
  method,
  pattern,
}));

const calls = allowedCalls.map(call => ({
  call,
  matcher: new RegExp(
    `^${call.pattern
      .replaceAll('.', '\\.')
      .replace(/\{\w+\}/g, name => PLACEHOLDERS[name as keyof typeof PLACEHOLDERS])}$`,
  ),
}));

export interface SafeAddress {
  readonly path: string;
  /** With its question mark; '' without one. */
  readonly query: string;
}

const MAX_ADDRESS = 16_384;

/**
 * Splits the raw request target; null where Jira could read another path in it than we do. No path of the list needs
 * percent-encoding, so an encoded path is refused rather than decoded.
 */
export function readAddress(url: string): SafeAddress | null {
  if (url.length > MAX_ADDRESS) return null;
  const [path = '', ...rest] = url.split('?');
  const query = rest.length === 0 ? '' : `?${rest.join('?')}`;
  if (!/^(\/[A-Za-z0-9._-]+)+$/.test(path)) return null;
  if (path.split('/').some(part => part === '.' || part === '..')) return null;
  // Printable ASCII without '#'.
  if (!/^[!-"$-~]*$/.test(query)) return null;
  return { path, query };
}

/** The call of the list that matches; null: not forwarded. */
export function findAllowed(method: string, path: string): AllowedCall | null {
  return (
    calls.find(({ call, matcher }) => call.method === method && matcher.test(path))?.call ?? null
  );
}
