import { type Api, type Call, readBody } from '../api.ts';
import { JiraError } from '../errors.ts';
import { readList, readWindow } from '../paging.ts';
import { expandNames, readIssueRequest, readIssues } from '../shape/issue.ts';

const gone =
  'The requested API has been removed. Please migrate to the /rest/api/3/search/jql API. A full migration guideline is available at https://developer.atlassian.com/changelog/#CHANGE-2046';

/** Removed from Cloud; the error names the replacement. */
export function removedSearch(api: Api): void {
  const refuse = () => {
    throw new JiraError(410, gone);
  };
  api.platform.get('/search', refuse);
  api.platform.post('/search', refuse);
  api.platform.post('/search/id', refuse);
}

/** Data Center: paged by position, with a total, at most 1,000 issues. */
export function search(api: Api): void {
  const nobody = { expand: 'schema,names', startAt: 0, maxResults: 50, total: 0, issues: [] };
  api.platform.get('/search', call => answer(call, { ...call.query }), { anonymous: nobody });
  api.platform.post('/search', call => answer(call, readBody(call)), { anonymous: nobody });
}

async function answer(call: Call, asked: Record<string, unknown>) {
  const window = readWindow(asked, { standard: 50, max: 1000 });
  const found = await call.store.jql.search({
    jql: typeof asked.jql === 'string' ? asked.jql : '',
    viewer: call.caller,
    now: call.now(),
    offset: window.startAt,
    limit: window.maxResults,
    total: true,
    validation: readValidation(asked.validateQuery),
  });
  const request = readIssueRequest(
    {
      fields: readList(asked.fields),
      expand: readList(asked.expand),
      properties: asked.properties,
    },
    ['*navigable'],
    Number.POSITIVE_INFINITY,
  );
  return {
    expand: 'schema,names',
    ...window,
    total: found.total ?? 0,
    issues: await readIssues(call, found.ids, request),
    ...(found.warnings.length > 0 ? { warningMessages: found.warnings } : {}),
    ...(await expandNames(call, request)),
  };
}

/** Older clients send true or false. */
export function readValidation(value: unknown): 'strict' | 'warn' | 'none' {
  const text = String(value ?? 'strict').toLowerCase();
  if (text === 'warn') return 'warn';
  return text === 'none' || text === 'false' ? 'none' : 'strict';
}
