import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { invalidPayload, JiraError, NO_SUCH_ISSUE, orNotFound } from '../errors.ts';
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

  api.platform.put('/issue/:idOrKey/assignee', async call => {
    const document = await findIssue(call);
    await call.store.planning.assign({
      issueId: document.id,
      assigneeId: await readAssignee(call, document),
      author: call.caller.user,
      at: call.now(),
    });
    return call.reply.code(204).send();
  });
}

/** Throws Jira's 404. */
export async function findIssue(call: Call, name = call.params.idOrKey): Promise<IssueDocument> {
  return orNotFound(await call.store.issues.byKeyOrId(name ?? ''), NO_SUCH_ISSUE);
}

/** `accountId` on Cloud, `name` on Data Center; null is nobody, '-1' the default: the project lead, or nobody. */
async function readAssignee(call: Call, { projectId }: IssueDocument): Promise<string | null> {
  const body = readBody(call);
  const named = call.flavour === 'cloud' ? body.accountId : body.name;
  if (named === undefined || named === null || named === '') return null;
  if (named === '-1') {
    const project = await call.store.catalogue.get('project', projectId);
    return (project?.document.lead as { accountId?: string } | undefined)?.accountId ?? null;
  }
  const users = await call.store.catalogue.all('user');
  const user = users.find(({ id, document: { name } }) =>
    call.flavour === 'cloud' ? id === named : (name ?? id) === named,
  );
  if (!user || user.document.active === false) {
    throw new JiraError(400, [], { assignee: `User '${named}' cannot be assigned issues.` });
  }
  return user.id;
}
