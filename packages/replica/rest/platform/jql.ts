import { JqlError } from '../../jql/api.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { READ_ISSUES } from '../call-rights.ts';
import { invalidPayload, JiraError } from '../errors.ts';

export function jql(api: Api): void {
  api.cloud.post('/jql/parse', READ_ISSUES, async call => {
    const queries = readQueries(readBody(call).queries);
    const asked = call.query.validation;
    const validation = asked === 'warn' || asked === 'none' ? asked : 'strict';
    const settings = { viewer: call.caller, now: call.now(), validation } as const;
    const parsed = await Promise.all(queries.map(query => call.store.jql.parse(query, settings)));
    return {
      queries: parsed.map(({ query, structure, errors, warnings }) => ({
        query,
        structure: structure && errors.length === 0 ? structure : undefined,
        errors: errors.length > 0 ? errors : undefined,
        warnings: warnings.length > 0 ? warnings : undefined,
      })),
    };
  });

  api.cloud.post('/jql/match', READ_ISSUES, async call => {
    const { jqls, issueIds } = readBody(call);
    if (!Array.isArray(issueIds)) throw invalidPayload();
    const ids = issueIds.map(String);
    return { matches: await Promise.all(readQueries(jqls).map(jql => match(call, jql, ids))) };
  });

  api.platform.get('/jql/autocompletedata', call => call.store.jql.autocomplete());
  api.platform.post('/jql/autocompletedata', READ_ISSUES, call => {
    const { projectIds } = readBody(call);
    const ids = Array.isArray(projectIds) ? projectIds.map(String) : undefined;
    return call.store.jql.autocomplete(ids);
  });
  api.platform.get('/jql/autocompletedata/suggestions', async call => {
    const { fieldName, fieldValue, predicateName, predicateValue } = call.query;
    // `by` takes users, `from` and `to` values of the field.
    const field = predicateName === 'by' ? 'assignee' : String(fieldName ?? '');
    const prefix = String((predicateName ? predicateValue : fieldValue) ?? '');
    return { results: await call.store.jql.suggestions(field, prefix) };
  });
}

const MAX_QUERIES = 1000;

function readQueries(queries: unknown): string[] {
  if (!Array.isArray(queries)) throw invalidPayload();
  if (queries.length > MAX_QUERIES)
    throw new JiraError(400, `At most ${MAX_QUERIES} queries are answered in one call.`);
  return queries.map(String);
}

async function match(call: Call, jql: string, ids: string[]) {
  try {
    const found = await call.store.jql.matches(ids, { jql, ...call.scope });
    return { matchedIssues: found.map(Number), errors: [] };
  } catch (error) {
    if (error instanceof JqlError) return { matchedIssues: [], errors: error.messages };
    throw error;
  }
}
