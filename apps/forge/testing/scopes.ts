/** The calls of the app and the scopes they need; the manifest asks for no others. */

export interface ScopedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in Jira's OpenAPI documents. */
  readonly path: string;
  readonly scopes: readonly string[];
}

const READ = ['read:jira-work'];
const USER = ['read:jira-user'];
const BOARD = 'read:board-scope:jira-software';
const PROJECT = 'read:project:jira';

const get = (path: string, scopes: readonly string[]): ScopedCall => ({
  method: 'GET',
  path,
  scopes,
});
/** A read that is sent as POST. */
const post = (path: string): ScopedCall => ({ method: 'POST', path, scopes: READ });

const write = (
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  scopes: readonly string[],
): ScopedCall => ({
  method,
  path,
  scopes,
});

const WRITE = ['write:jira-work'];
const WRITE_AGILE_ISSUE = 'write:issue:jira-software';

export const SCOPED_CALLS: readonly ScopedCall[] = [
  // By the backend, for mails of reports.
  get('/rest/api/3/issue/{issueIdOrKey}', READ),
  get('/rest/api/3/groups/picker', USER),
  get('/rest/api/3/user/search', USER),
  write('POST', '/rest/api/3/issue/{issueIdOrKey}/notify', WRITE),
  post('/rest/api/3/search/jql'),
  post('/rest/api/3/search/approximate-count'),
  post('/rest/api/3/issue/bulkfetch'),
  post('/rest/api/3/changelog/bulkfetch'),
  post('/rest/api/3/jql/parse'),
  get('/rest/api/3/jql/autocompletedata', READ),
  get('/rest/api/3/jql/autocompletedata/suggestions', READ),
  get('/rest/api/3/issue/{issueIdOrKey}/worklog', READ),
  get('/rest/api/3/worklog/updated', READ),
  get('/rest/api/3/worklog/deleted', READ),
  post('/rest/api/3/worklog/list'),
  get('/rest/api/2/issue/{issueIdOrKey}/changelog', READ),
  get('/rest/api/2/field', READ),
  get('/rest/api/2/status', READ),
  get('/rest/api/3/filter/search', READ),
  get('/rest/api/2/filter/{id}', READ),
  get('/rest/api/3/project/search', READ),
  get('/rest/api/2/project/{projectIdOrKey}', READ),
  get('/rest/api/2/project/{projectIdOrKey}/version', READ),
  // By the backend, for whoever stores shared settings.
  get('/rest/api/3/mypermissions', READ),
  // By the drawer of issues, before it offers actions.
  get('/rest/api/2/mypermissions', READ),
  get('/rest/api/2/user/assignable/search', USER),
  get('/rest/api/3/user/properties/{propertyKey}', USER),
  // The owners of shared reports.
  get('/rest/api/3/user/bulk', USER),
  write('PUT', '/rest/api/3/user/properties/{propertyKey}', WRITE),
  write('PUT', '/rest/api/3/issue/{issueIdOrKey}/assignee', WRITE),
  write('PUT', '/rest/api/2/issue/{issueIdOrKey}', WRITE),
  write('POST', '/rest/api/2/issue/{issueIdOrKey}/worklog', WRITE),
  write('DELETE', '/rest/api/2/issue/{issueIdOrKey}/worklog/{id}', WRITE),
  write('PUT', '/rest/agile/1.0/issue/{issueIdOrKey}/estimation', [
    WRITE_AGILE_ISSUE,
    'read:issue-details:jira',
  ]),
  write('PUT', '/rest/agile/1.0/issue/rank', [WRITE_AGILE_ISSUE]),
  write('POST', '/rest/agile/1.0/sprint/{sprintId}/issue', ['write:sprint:jira-software']),
  write('POST', '/rest/agile/1.0/backlog/issue', ['write:board-scope:jira-software']),
  get('/rest/api/2/myself', USER),
  get('/rest/api/2/configuration', USER),
  get('/rest/agile/1.0/board', [BOARD, PROJECT]),
  get('/rest/agile/1.0/board/{boardId}', [BOARD, 'read:issue-details:jira']),
  get('/rest/agile/1.0/board/{boardId}/configuration', [
    'read:board-scope.admin:jira-software',
    PROJECT,
  ]),
  get('/rest/agile/1.0/board/{boardId}/sprint', ['read:sprint:jira-software']),
];

/** The scopes of a call; null for a call that the app does not make. */
export function scopesOf(method: string, address: string): readonly string[] | null {
  const path = address.split('?')[0] ?? '';
  const call = SCOPED_CALLS.find(each => each.method === method && matches(each.path, path));
  return call?.scopes ?? null;
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((want, at) => want === parts[at] || want.startsWith('{'))
  );
}
