import type { Entity } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { timestamp } from '../../data/planning/change-issue.ts';
import type { RecordHistoryItem, RecordIssue } from '../../data/records.ts';
import { asObject, asObjects, asText, type JsonObject } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { invalidPayload, JiraError } from '../errors.ts';
import { commentsOf, newComment, readEntry, setComments } from './comment.ts';
import { findProject } from './entities.ts';
import { applyFields, type FieldValue, readFields, referenceOf } from './field-values.ts';
import { editRecord, findIssue } from './issue.ts';
import { findTransition } from './issue-meta.ts';
import NEW_ISSUE from './new-issue.json' with { type: 'json' };
import { findEditableIssue, requireDemo, requirePermission } from './permissions.ts';
import { userReference } from './user.ts';

/** Writes of issues, of the demo alone. */
export function issueEdit(api: Api): void {
  api.changes.platform.post('/issue', async call => {
    call.reply.code(201);
    return createIssue(call, readBody(call));
  });

  api.changes.platform.post('/issue/bulk', createIssues);

  api.changes.platform.put('/issue/:idOrKey', async call => {
    const { document, project } = await findEditableIssue(call, 'EDIT_ISSUES');
    const body = readBody(call);
    const values = await readFields(call, project, body, document.fields);
    await editIssue(call, document, values, await readComments(call, body));
  });

  api.changes.platform.delete('/issue/:idOrKey', async call => {
    const { document } = await findEditableIssue(call, 'DELETE_ISSUES');
    const subtasks = asObjects(document.fields.subtasks).flatMap(({ key }) => asText(key) ?? []);
    if (subtasks.length > 0 && call.query.deleteSubtasks !== 'true')
      throw new JiraError(400, `The issue '${document.key}' has subtasks. Delete them as well.`);
    await call.store.issues.delete([document.key, ...subtasks]);
    await changeSubtasks(call, document, list => list.filter(({ key }) => key !== document.key));
  });

  api.changes.platform.put('/issue/:idOrKey/assignee', async call => {
    const { document, project } = await findEditableIssue(call, 'ASSIGN_ISSUES');
    const body = readBody(call);
    const named = asText(call.isCloud ? body.accountId : body.name);
    const lead = asObject(project.document.lead);
    const assignee = named === '-1' ? lead : named && { accountId: named, name: named };
    const fields = { assignee: assignee || null };
    await editIssue(call, document, await readFields(call, project, { fields }, {}));
  });

  api.changes.platform.post('/issue/:idOrKey/transitions', async call => {
    const { document, project } = await findEditableIssue(call, 'TRANSITION_ISSUES');
    const body = readBody(call);
    const id = asText(asObject(body.transition)?.id);
    const status = await findTransition(call, document, project, id);
    const values = await readFields(call, project, body, document.fields);
    if (!values.some(({ field }) => field.id === 'resolution'))
      values.push(...impliedResolution(call, document, status));
    const field = call.find('field', 'status');
    if (field) values.unshift({ field, value: status.document });
    await editIssue(call, document, values, await readComments(call, body));
  });
}

/** Changes fields as one history entry; comments have none. */
export async function editIssue(
  call: Call,
  { id: issueId }: Pick<IssueDocument, 'id'>,
  values: readonly FieldValue[],
  comments: readonly JsonObject[] = [],
): Promise<void> {
  await editRecord(call, issueId, (record, newIds) => {
    const items = applyFields(record, values);
    applyDates(record, items, call.now());
    const added = comments.map((comment, n) =>
      newComment(call, String(Number(newIds.comment) + n), comment),
    );
    if (added.length > 0) setComments(record, [...commentsOf(record.fields), ...added]);
    return items;
  });
}

/** Fields that Jira derives from the status and the resolution. */
function applyDates({ fields }: RecordIssue, items: RecordHistoryItem[], at: number): void {
  const changed = (name: string) => items.some(({ field }) => field === name);
  if (changed('resolution')) fields.resolutiondate = fields.resolution ? timestamp(at) : null;
  if (!changed('status')) return;
  const category = asObject(asObject(fields.status)?.statusCategory);
  if (category?.key === asObject(fields.statusCategory)?.key) return;
  fields.statusCategory = category;
  fields.statuscategorychangedate = timestamp(at);
}

/** Done sets the first resolution, any other category clears it, as in Jira's simplified workflow. */
function impliedResolution(
  call: Call,
  { fields }: IssueDocument,
  { document }: Entity,
): FieldValue[] {
  const field = call.find('field', 'resolution');
  const done = asObject(document.statusCategory)?.key === 'done';
  if (!field || done === Boolean(fields.resolution)) return [];
  const [first] = call.all('resolution');
  return [{ field, value: done ? (first?.document ?? null) : null }];
}

function readComments(call: Call, { update }: JsonObject): Promise<JsonObject[]> {
  const added = asObjects(asObjects(asObject(update)?.comment).map(({ add }) => add));
  return Promise.all(added.map(comment => readEntry(call, comment)));
}

async function createIssue(call: Call, { fields, update }: JsonObject) {
  const { project: place, issuetype, ...rest } = asObject(fields) ?? {};
  const named = asObject(place);
  if (!named) throw new JiraError(400, [], { project: 'Specify a valid project ID or key' });
  const project = findProject(call, asText(named.id) ?? asText(named.key) ?? '');
  requireDemo(project);
  await requirePermission(call, 'CREATE_ISSUES', { projectId: project.id });
  const given = { summary: null, issuetype: issuetype ?? null, ...rest };
  const values = await readFields(call, project, { fields: given, update }, {});
  const type = asObject(values.find(({ field }) => field.id === 'issuetype')?.value);
  if (!type) throw new JiraError(400, [], { issuetype: 'Specify an issue type' });
  const parent = asObject(values.find(({ field }) => field.id === 'parent')?.value);
  if (type.subtask === true && !parent)
    throw new JiraError(400, [], { parent: 'Issue type is a sub-task but parent is missing.' });

  const record = { id: '', key: '', fields: await startFields(call, project) };
  applyFields(record, values);
  const { fields: initial } = record;
  const created = await call.store.planning.create({ projectId: project.id, fields: initial });
  const document = await findIssue(call, created.id);
  await changeSubtasks(call, document, list => [...list, referenceOf(document)]);
  return { ...created, self: call.address(`issue/${created.id}`) };
}

/** Fields of a new issue in the first status of its project. */
async function startFields(call: Call, project: Entity): Promise<JsonObject> {
  const status = await findTransition(call, null, project, null);
  const priorities = call.all('priority');
  const { key, name, projectTypeKey, simplified } = project.document;
  const user = userReference({ ...call.caller.user });
  const now = timestamp(call.now());
  return {
    ...structuredClone(NEW_ISSUE),
    project: { id: project.id, key, name, projectTypeKey, simplified },
    status: status.document,
    statusCategory: status.document.statusCategory,
    statuscategorychangedate: now,
    priority: priorities[Math.floor(priorities.length / 2)]?.document ?? null,
    created: now,
    updated: now,
    creator: user,
    reporter: user,
  };
}

/** Changes the list of sub-tasks of the parent, if it is one of a sub-task. */
async function changeSubtasks(
  call: Call,
  { fields }: IssueDocument,
  change: (list: JsonObject[]) => JsonObject[],
): Promise<void> {
  const parentId = asText(asObject(fields.parent)?.id);
  if (asObject(fields.issuetype)?.subtask !== true || parentId === null) return;
  const [issueId] = await call.store.issues.ids([parentId]);
  if (!issueId) return;
  await editRecord(call, issueId, record => {
    record.fields.subtasks = change(asObjects(record.fields.subtasks));
    return [];
  });
}

/** Up to 50 issues; those that fail are reported. */
async function createIssues(call: Call) {
  const { issueUpdates } = readBody(call);
  if (!Array.isArray(issueUpdates) || issueUpdates.length > 50) throw invalidPayload();
  const issues: unknown[] = [];
  const errors: unknown[] = [];
  for (const [failedElementNumber, one] of issueUpdates.entries()) {
    try {
      issues.push(await createIssue(call, asObject(one) ?? {}));
    } catch (error) {
      if (!(error instanceof JiraError)) throw error;
      const { status, errorMessages, errors: fields } = error;
      const elementErrors = { errorMessages, errors: fields };
      errors.push({ status, elementErrors, failedElementNumber });
    }
  }
  call.reply.code(issues.length > 0 ? 201 : 400);
  return { issues, errors };
}
