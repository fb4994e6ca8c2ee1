import type { IssueDocument } from '../../data/issues/issue-document.ts';
import { timestamp } from '../../data/planning/change-issue.ts';
import type { RecordIssue } from '../../data/records.ts';
import { asInstant, asObject, asObjects, asText, type JsonObject } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { namedPage } from '../paging.ts';
import { isAdf } from '../shape/rich-text.ts';
import { editRecord, findIssue } from './issue.ts';
import { findEditableIssue, permissionFor } from './permissions.ts';
import { userReference } from './user.ts';

const list = '/issue/:idOrKey/comment';

export function comment(api: Api): void {
  api.platform.get(list, async call => {
    const document = await findIssue(call);
    const sign = String(call.query.orderBy ?? '').startsWith('-') ? -1 : 1;
    const instantOf = ({ created }: JsonObject) => asInstant(created) ?? 0;
    const all = commentsOf(document.fields)
      .sort((a, b) => (instantOf(a) - instantOf(b)) * sign)
      .map(entry => shapeComment(call, document, entry));
    return namedPage(call, 'comments', all, 5000, 5000);
  });

  api.platform.get(`${list}/:id`, async call => {
    const document = await findIssue(call);
    return shapeComment(call, document, findComment(document.fields, call.params.id));
  });

  api.changes.platform.post(list, async call => {
    call.reply.code(201);
    const given = await readEntry(call, readBody(call));
    return changeComments(call, null, (comments, id) => {
      const added = newComment(call, id, given);
      comments.push(added);
      return added;
    });
  });

  api.changes.platform.put(`${list}/:id`, async call => {
    const given = await readEntry(call, readBody(call));
    return changeComments(call, 'EDIT', (_, newId, fields) => {
      const comment = findComment(fields, call.params.id);
      const { id, author, created, jsdPublic } = comment;
      return Object.assign(comment, newComment(call, newId, given), {
        id,
        author,
        created,
        jsdPublic,
      });
    });
  });

  api.changes.platform.delete(`${list}/:id`, async call => {
    await changeComments(call, 'DELETE', (comments, _, fields) => {
      const deleted = findComment(fields, call.params.id);
      comments.splice(comments.indexOf(deleted), 1);
      return deleted;
    });
  });
}

export const commentsOf = (fields: JsonObject): JsonObject[] =>
  asObjects(asObject(fields.comment)?.comments);

function findComment(fields: JsonObject, id: string | undefined): JsonObject {
  const found = commentsOf(fields).find(entry => String(entry.id) === id);
  return orNotFound(found, `Can not find a comment for the id: ${id}.`);
}

/** A given comment or worklog. Throws Jira's 400 for a visibility that would hide it from the caller. */
export async function readEntry(call: Call, entry: JsonObject): Promise<JsonObject> {
  const { projectId } = await findIssue(call);
  const { type, value } = asObject(entry.visibility) ?? {};
  if (entry.visibility && !((type === 'role' || type === 'group') && asText(value)))
    throw new JiraError(400, [], { visibility: 'Give a type, role or group, and a value.' });
  if (await call.store.access.entry(entry, projectId)) return entry;
  const what = type === 'role' ? 'project role' : 'group';
  throw new JiraError(400, [], {
    commentLevel: `You are currently not a member of the ${what}: ${value}.`,
  });
}

/** A comment of the caller; its body is ADF in version 3 and text in version 2. */
export function newComment(call: Call, id: string, { body, visibility }: JsonObject): JsonObject {
  const isText = typeof body === 'string' && body.trim() !== '';
  if (!(call.version === 3 ? isAdf(body) : isText))
    throw new JiraError(400, [], { comment: 'Comment body is not valid!' });
  const author = userReference({ ...call.caller.user });
  const created = timestamp(call.now());
  return {
    id,
    author,
    updateAuthor: author,
    body,
    created,
    updated: created,
    jsdPublic: true,
    ...(Boolean(visibility) && { visibility }),
  };
}

/** Replaces the comments of a record. */
export function setComments({ fields }: RecordIssue, comments: JsonObject[]): void {
  const total = comments.length;
  fields.comment = { comments, maxResults: total, total, startAt: 0 };
}

/** Comments have no history, as in Jira, but set `updated`. */
async function changeComments(
  call: Call,
  verb: 'EDIT' | 'DELETE' | null,
  change: (comments: JsonObject[], newId: string, fields: JsonObject) => JsonObject,
) {
  const { fields } = await findIssue(call);
  const permission = verb
    ? permissionFor(call, verb, 'COMMENTS', findComment(fields, call.params.id))
    : 'ADD_COMMENTS';
  const { document } = await findEditableIssue(call, permission);
  let changed: JsonObject = {};
  await editRecord(call, document.id, (record, newIds) => {
    const comments = commentsOf(record.fields);
    changed = change(comments, newIds.comment, record.fields);
    setComments(record, comments);
    return [];
  });
  return shapeComment(call, document, changed);
}

const shapeComment = (call: Call, { id }: IssueDocument, entry: JsonObject) => ({
  self: call.address(`issue/${id}/comment/${entry.id}`),
  ...(call.convert.value(entry) as JsonObject),
  body: call.convert.richText(entry.body),
});
