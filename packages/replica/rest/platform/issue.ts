import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { JiraError, noSuchIssue } from '../errors.ts';
import { readList } from '../paging.ts';
import { expandNames, readIssueRequest, shapeIssues } from '../shape/issue.ts';
import { issueProperties } from '../shape/issue-properties.ts';

/** GET issue puts up to this many histories into the issue, on Cloud. */
const MAX_ISSUE_HISTORIES = 100;

export function issue(api: Api): void {
  api.platform.get('/issue/:idOrKey', async call => {
    const document = await findIssue(call);
    const request = readIssueRequest(
      {
        fields: readList(call.query.fields),
        expand: readList(call.query.expand),
        properties: call.query.properties,
      },
      ['*all'],
      MAX_ISSUE_HISTORIES,
    );
    const [shaped] = await shapeIssues(call, [document], request);
    return { ...shaped, ...(await expandNames(call, request)) };
  });

  api.platform.get('/issue/:idOrKey/properties', async call => {
    const document = await findIssue(call);
    const self = propertiesPath(call, document);
    return {
      keys: Object.keys(issueProperties(document)).map(key => ({ self: `${self}/${key}`, key })),
    };
  });

  api.platform.get('/issue/:idOrKey/properties/:key', async call => {
    const { key = '' } = call.params;
    const value = issueProperties(await findIssue(call))[key];
    if (value === undefined)
      throw new JiraError(404, `The property '${key}' of the issue does not exist.`);
    return { key, value };
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

const propertiesPath = (call: Call, { key }: IssueDocument): string =>
  `${call.base}/rest/api/${call.version}/issue/${key}/properties`;

/** Throws Jira's 404. */
export async function findIssue(call: Call, name = call.params.idOrKey): Promise<IssueDocument> {
  const document = await call.store.issues.byKeyOrId(name ?? '');
  if (!document) throw noSuchIssue();
  return document;
}

/** `accountId` on Cloud, `name` on Data Center; null is nobody, '-1' the default: the project lead, or nobody. */
async function readAssignee(call: Call, document: IssueDocument): Promise<string | null> {
  const body = readBody(call);
  const named = call.flavour === 'cloud' ? body.accountId : body.name;
  if (named === undefined || named === null || named === '') return null;
  if (named === '-1') return projectLead(call, document.projectId);
  const users = await call.store.catalogue.all('user');
  const user = users.find(({ id, document: { name } }) =>
    call.flavour === 'cloud' ? id === named : (name ?? id) === named,
  );
  if (!user || user.document.active === false) {
    throw new JiraError(400, [], { assignee: `User '${named}' cannot be assigned issues.` });
  }
  return user.id;
}

async function projectLead(call: Call, projectId: string): Promise<string | null> {
  const project = await call.store.catalogue.get('project', projectId);
  const lead = project?.document.lead as { accountId?: string } | undefined;
  return lead?.accountId ?? null;
}
