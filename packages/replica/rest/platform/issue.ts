import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { asObject } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { invalidPayload, JiraError, NO_SUCH_ISSUE, orNotFound } from '../errors.ts';
import { converterFor } from '../shape/converter.ts';
import {
  expandNames,
  issueExpand,
  readIssueRequest,
  readIssues,
  shapeIssues,
} from '../shape/issue.ts';
import { issueProperties } from '../shape/issue-properties.ts';
import { createTaskQueue } from '../task-queue.ts';

/** Histories inlined into a single issue, on Cloud. */
const MAX_ISSUE_HISTORIES = 100;
/** Histories inlined into each issue of a list, on Cloud. */
export const MAX_SEARCH_HISTORIES = 40;

const BULK_BODY = ['issueIdsOrKeys', 'fields', 'expand', 'fieldsByKeys', 'properties'];

export function issue(api: Api): void {
  api.platform.get('/issue/:idOrKey', async call => {
    const document = await findIssue(call);
    const request = readIssueRequest(call.query, ['*all'], MAX_ISSUE_HISTORIES);
    const [shaped] = await shapeIssues(call, [document], request);
    return { ...shaped, ...(await expandNames(call, request)) };
  });

  // Up to 100 issues, sorted by id. Unknown ones are ignored.
  const enqueue = createTaskQueue();
  api.cloud.post('/issue/bulkfetch', call =>
    enqueue(async () => {
      const body = readBody(call, BULK_BODY);
      const asked = body.issueIdsOrKeys;
      if (!Array.isArray(asked)) throw invalidPayload();
      if (body.expand !== undefined && !Array.isArray(body.expand)) throw invalidPayload();
      if (asked.length > 100) {
        const message = 'You may only fetch a maximum of 100 issues by ID or key at a time.';
        throw new JiraError(400, message);
      }
      const found = await call.store.issues.ids(asked.map(String));
      const ids = [...new Set(found.filter(id => id !== null))];
      ids.sort((a, b) => Number(a) - Number(b));
      const request = readIssueRequest(body, ['*navigable'], MAX_SEARCH_HISTORIES);
      return {
        expand: issueExpand,
        issues: await readIssues(call, ids, request),
        issueErrors: [],
        ...(await expandNames(call, request)),
      };
    }),
  );

  api.platform.get('/issue/:idOrKey/properties', async call => {
    const document = await findIssue(call);
    const self = `${call.base}/rest/api/${call.version}/issue/${document.key}/properties`;
    return {
      keys: Object.keys(issueProperties(document)).map(key => ({ self: `${self}/${key}`, key })),
    };
  });

  api.platform.get('/issue/:idOrKey/properties/:key', async call => {
    const { key = '' } = call.params;
    const value = issueProperties(await findIssue(call))[key];
    return { key, value: orNotFound(value, `The property '${key}' of the issue does not exist.`) };
  });

  for (const [path, list, count, own] of [
    ['votes', 'voters', 'votes', 'hasVoted'],
    ['watchers', 'watchers', 'watchCount', 'isWatching'],
  ] as const) {
    api.platform.get(`/issue/:idOrKey/${path}`, async call => {
      const document = await findIssue(call);
      const convert = await converterFor(call);
      const ids = document[list];
      const fields = asObject(document.fields[path === 'votes' ? 'votes' : 'watches']);
      return {
        self: call.url,
        [count]: Number(fields?.[count] ?? ids.length),
        [own]: ids.some(id => id === call.caller.userId),
        [list]: ids.map(accountId => convert.user({ accountId })),
      };
    });
  }

  // Remote links are not stored.
  api.platform.get('/issue/:idOrKey/remotelink', async call => {
    await findIssue(call);
    return [];
  });
}

/** Throws Jira's 404. */
export async function findIssue(call: Call, name = call.params.idOrKey): Promise<IssueDocument> {
  return orNotFound(await call.store.issues.byKeyOrId(name ?? ''), NO_SUCH_ISSUE);
}
