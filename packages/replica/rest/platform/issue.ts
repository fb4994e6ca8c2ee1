import { setImmediate as eventLoop } from 'node:timers/promises';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { asObject } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { READ_ISSUES } from '../call-rights.ts';
import { invalidPayload, JiraError, NO_SUCH_ISSUE, orNotFound } from '../errors.ts';
import {
  expandNames,
  issueExpand,
  issueProperties,
  readIssueRequest,
  readIssues,
  shapeIssues,
} from '../shape/issue.ts';

/** Histories inlined into a single issue, on Cloud. */
const MAX_ISSUE_HISTORIES = 100;
/** Histories inlined into each issue of a list, on Cloud. */
export const MAX_SEARCH_HISTORIES = 40;

const BULK_BODY = ['issueIdsOrKeys', 'fields', 'expand', 'fieldsByKeys', 'properties'];

export function issue(api: Api): void {
  api.platform.get('/issue/:idOrKey', async call => {
    const request = readIssueRequest(call.query, ['*all'], MAX_ISSUE_HISTORIES);
    const [shaped] = await shapeIssues(call, [await findIssue(call)], request);
    return { ...shaped, ...expandNames(call, request) };
  });

  // Up to 100 issues, sorted by id. Unknown ones are ignored.
  const enqueue = createTaskQueue();
  api.cloud.post('/issue/bulkfetch', READ_ISSUES, call =>
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
      const issues = await readIssues(call, ids, request);
      return { expand: issueExpand, issues, issueErrors: [], ...expandNames(call, request) };
    }),
  );

  api.platform.get('/issue/:idOrKey/properties', async call => {
    const document = await findIssue(call);
    const self = call.address(`issue/${document.key}/properties`);
    const keys = Object.keys(issueProperties(document));
    return { keys: keys.map(key => ({ self: `${self}/${key}`, key })) };
  });

  api.platform.get('/issue/:idOrKey/properties/:key', async call => {
    const { key = '' } = call.params;
    const value = issueProperties(await findIssue(call))[key];
    return { key, value: orNotFound(value, `The property '${key}' of the issue does not exist.`) };
  });

  for (const [path, field, list, count, own] of [
    ['votes', 'votes', 'voters', 'votes', 'hasVoted'],
    ['watchers', 'watches', 'watchers', 'watchCount', 'isWatching'],
  ] as const) {
    api.platform.get(`/issue/:idOrKey/${path}`, async call => {
      const { [list]: ids, fields } = await findIssue(call);
      return {
        self: call.url,
        [count]: Number(asObject(fields[field])?.[count] ?? ids.length),
        [own]: ids.some(id => id === call.caller.userId),
        [list]: ids.map(accountId => call.convert.user({ accountId })),
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

type Edit = Parameters<Call['store']['planning']['edit']>[0]['edit'];

/** Changes an issue as the caller. */
export const editRecord = ({ store, caller, now }: Call, issueId: string, edit: Edit) =>
  store.planning.edit({ issueId, author: caller.user, at: now(), edit });

/**
 * Runs tasks one at a time, yielding to the event loop between them, so that each reply is sent as soon as it is ready.
 * Interleaved, eight pages of issues would all finish together at the end.
 */
export function createTaskQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const mine = last.then(work);
    // Lets the finished reply reach its socket first.
    last = mine.catch(() => {}).then(() => eventLoop());
    return mine;
  };
}
