import { type Api, readBody } from '../api.ts';
import { invalidPayload, JiraError } from '../errors.ts';
import { readList } from '../paging.ts';
import { expandNames, issueExpand, readIssueRequest, readIssues } from '../shape/issue.ts';
import { createTaskQueue } from '../task-queue.ts';
import { MAX_SEARCH_HISTORIES } from './search-jql.ts';

const known = ['issueIdsOrKeys', 'fields', 'expand', 'fieldsByKeys', 'properties'];

/** Up to 100 issues by id or key, sorted by id. Unknown ones are ignored. */
export function issueBulkfetch(api: Api): void {
  const enqueue = createTaskQueue();
  api.platform.post('/issue/bulkfetch', call =>
    enqueue(async () => {
      const body = readBody(call, known);
      const asked = body.issueIdsOrKeys;
      if (!Array.isArray(asked)) throw invalidPayload();
      if (body.expand !== undefined && !Array.isArray(body.expand)) throw invalidPayload();
      if (asked.length > 100) {
        throw new JiraError(
          400,
          'You may only fetch a maximum of 100 issues by ID or key at a time.',
        );
      }
      const found = await call.store.issues.ids(asked.map(String));
      const ids = [...new Set(found.filter(id => id !== null))].sort(
        (a, b) => Number(a) - Number(b),
      );
      const request = readIssueRequest(
        {
          fields: readList(body.fields),
          expand: readList(body.expand),
          properties: body.properties,
        },
        ['*navigable'],
        MAX_SEARCH_HISTORIES,
      );
      return {
        expand: issueExpand,
        issues: await readIssues(call, ids, request),
        issueErrors: [],
        ...(await expandNames(call, request)),
      };
    }),
  );
}
