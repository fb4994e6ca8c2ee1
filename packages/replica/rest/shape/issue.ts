import { isOfCustomField } from '@tallyboard/records/history-item.ts';
import type { IssueDocument, StoredHistory } from '../../data/issues/issue-document.ts';
import type { StoredWorklog } from '../../data/issues/worklogs.ts';
import type { RecordHistoryItem } from '../../data/records.ts';
import type { JsonObject } from '../../data/shapes.ts';
import type { Call } from '../api.ts';
import { JiraError } from '../errors.ts';
import { readList } from '../paging.ts';
import { htmlFromRichText } from './rich-text.ts';

export interface IssueRequest {
  /** Whether a field is requested. */
  fields: (fieldId: string) => boolean;
  expand: ReadonlySet<string>;
  properties: readonly string[];
  /** Limit of inlined history entries (Cloud). */
  maxHistories: number;
  /** Additional fields, e.g. the agile API's `sprint`. */
  extra?: (issue: IssueDocument) => JsonObject;
}

export const issueExpand = 'operations,versionedRepresentations,editmeta,changelog,renderedFields';

/** Jira inlines this many of the oldest worklogs. */
const MAX_INLINE_WORKLOGS = 20;
const MAX_PROPERTY_KEYS = 5;

/** Not in `*navigable`. */
const notNavigable = new Set([
  'comment',
  'worklog',
  'attachment',
  'issuelinks',
  'subtasks',
  'timetracking',
]);

export function readIssueRequest(
  asked: { fields?: unknown; expand?: unknown; properties?: unknown },
  standard: string[],
  maxHistories: number,
): IssueRequest {
  const properties = readList(asked.properties);
  if (properties.length > MAX_PROPERTY_KEYS)
    throw new JiraError(400, `At most ${MAX_PROPERTY_KEYS} properties of an issue can be read.`);
  return {
    fields: chooseFields(readList(asked.fields), standard),
    expand: new Set(readList(asked.expand)),
    properties,
    maxHistories,
  };
}

/**
 * Jira's `fields`: ids, `*all`, `*navigable`, `-id` to exclude. With exclusions only, or empty, it starts from
 * `standard`.
 */
function chooseFields(asked: readonly string[], standard: readonly string[]) {
  const excluded = new Set(asked.filter(name => name.startsWith('-')).map(name => name.slice(1)));
  const named = asked.filter(name => !name.startsWith('-'));
  const included = new Set(named.length > 0 ? named : standard);
  const all = included.has('*all');
  const navigable = included.has('*navigable');
  return (id: string) =>
    !excluded.has(id) && (all || included.has(id) || (navigable && !notNavigable.has(id)));
}

/** In the order of the ids. */
export async function readIssues(call: Call, ids: string[], request: IssueRequest) {
  return shapeIssues(call, await call.store.issues.documents(ids), request);
}

export async function shapeIssues(call: Call, documents: IssueDocument[], request: IssueRequest) {
  const ids = documents.map(document => document.id);
  const [histories, worklogs] = await Promise.all([
    request.expand.has('changelog') ? call.store.histories.page({ issueIds: ids }) : null,
    request.fields('worklog') ? call.store.worklogs.first(ids, MAX_INLINE_WORKLOGS) : null,
  ]);
  const historiesOf = Map.groupBy(histories?.items ?? [], ({ issueId }) => issueId);
  return documents.map(given => {
    const own = historiesOf.get(given.id) ?? [];
    const document = histories ? withoutHiddenHistories(given, own.length) : given;
    const { id, key, historyCount, historyTotal } = document;
    const { maxHistories, properties, expand } = request;
    return {
      expand: issueExpand,
      id,
      self: call.address(`issue/${id}`),
      key,
      fields: shapeFields(call, document, request, worklogs?.get(id) ?? []),
      properties: properties.length > 0 ? issueProperties(document, properties) : undefined,
      changelog:
        histories && (historyTotal !== null || historyCount > 0)
          ? inlineChangelog(call, own, historyTotal ?? historyCount, maxHistories)
          : undefined,
      renderedFields: expand.has('renderedFields')
        ? renderFields(call, document, request)
        : undefined,
    };
  });
}

/** Counts only the stored histories that the reader sees. */
export function withoutHiddenHistories(document: IssueDocument, seen: number): IssueDocument {
  const { historyCount, historyTotal } = document;
  const total = historyTotal === null ? null : historyTotal - (historyCount - seen);
  return { ...document, historyCount: seen, historyTotal: total };
}

function shapeFields(
  call: Call,
  document: IssueDocument,
  request: IssueRequest,
  worklogs: readonly StoredWorklog[],
): JsonObject {
  const { convert } = call;
  const fields: JsonObject = {};
  for (const id in document.fields) {
    if (request.fields(id) && convert.has(id, document))
      fields[id] = convert.field(id, document.fields[id]);
  }
  const { worklogCount, worklogTotal } = document;
  if (request.fields('worklog') && (worklogTotal !== null || worklogCount > 0)) {
    fields.worklog = {
      startAt: 0,
      maxResults: MAX_INLINE_WORKLOGS,
      total: worklogTotal ?? worklogCount,
      worklogs: worklogs.map(worklog => shapeWorklog(call, worklog)),
    };
  }
  const extra = request.extra?.(document) ?? {};
  for (const id in extra) if (request.fields(id)) fields[id] = convert.value(extra[id]);
  return fields;
}

function renderFields({ convert }: Call, { fields }: IssueDocument, request: IssueRequest) {
  const rendered = Object.entries(fields).filter(
    ([id, value]) => value && request.fields(id) && convert.isRichText(id),
  );
  return Object.fromEntries(rendered.map(([id, value]) => [id, htmlFromRichText(value).text]));
}

/** The changelog in an issue. Cloud: newest first, at most `max`; Data Center: all, oldest first. */
function inlineChangelog(call: Call, oldestFirst: StoredHistory[], total: number, max: number) {
  const chosen = call.isCloud ? oldestFirst.slice(-max).reverse() : oldestFirst;
  const histories = chosen.map(history => shapeHistory(call, history));
  return { startAt: 0, maxResults: histories.length, total, histories };
}

export const shapeHistory = (
  call: Call,
  { id, author, items, created: text }: StoredHistory,
  created: string | number = text,
) => ({
  id,
  author: author ? call.convert.user(author) : undefined,
  created,
  items: call.isCloud ? items : items.map(item => dataCenterItem(call, item)),
});

/** No field ids, and users by key. */
function dataCenterItem({ convert }: Call, { fieldId, ...item }: RecordHistoryItem) {
  if (isOfCustomField({ fieldId, ...item })) return { ...item, fieldtype: 'custom' };
  if (!/^(assignee|reporter|creator)$/.test(item.field)) return item;
  return { ...item, from: convert.userId(item.from), to: convert.userId(item.to) };
}

export function shapeWorklog(call: Call, { id, issueId, document }: StoredWorklog) {
  const { comment, self: _, ...rest } = document;
  return {
    self: call.address(`issue/${issueId}/worklog/${id}`),
    ...(call.convert.value(rest) as JsonObject),
    comment: call.convert.richText(comment) ?? undefined,
    id,
    issueId,
  };
}

/** `names` and `schema` of the requested fields. */
export function expandNames(call: Call, { expand, fields: isRequested }: IssueRequest) {
  const fields = call.all('field').filter(({ id }) => isRequested(id));
  const names = fields.map(({ id, name }) => [id, name]);
  const schemas = fields.flatMap(({ id, document: { schema } }) => (schema ? [[id, schema]] : []));
  return {
    names: expand.has('names') ? Object.fromEntries(names) : undefined,
    schema: expand.has('schema') ? Object.fromEntries(schemas) : undefined,
  };
}

/** The properties of an issue, all or those of the given keys: which of its lists are incomplete. */
export function issueProperties(
  { historyCount, historyTotal, worklogCount, worklogTotal }: IssueDocument,
  keys: readonly string[] = ['*all'],
): JsonObject {
  // A total of null is unknown.
  const partOf = (fetched: number, total: number | null) =>
    total !== null && fetched >= total ? undefined : { fetched, total };
  const changelog = partOf(historyCount, historyTotal);
  const worklog = partOf(worklogCount, worklogTotal);
  const known = keys.includes('*all') || keys.includes('tallyboard.received');
  return known && (changelog || worklog) ? { 'tallyboard.received': { changelog, worklog } } : {};
}
