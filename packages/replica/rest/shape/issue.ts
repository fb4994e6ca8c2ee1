import type {
  IssueDocument,
  StoredHistory,
  StoredWorklog,
} from '../../data/issues/issue-document.ts';
import type { Call } from '../api.ts';
import { readList } from '../paging.ts';
import { inlineChangelog } from './changelog.ts';
import { type Converter, converterFor } from './converter.ts';
import { chooseFields, type FieldChoice } from './field-choice.ts';
import { issueProperties, readPropertyKeys } from './issue-properties.ts';
import { htmlFromRichText } from './rich-text.ts';
import { inlineWorklogs, shapeWorklog } from './worklog.ts';

export interface IssueRequest {
  fields: FieldChoice;
  expand: ReadonlySet<string>;
  properties: readonly string[];
  /** Limit of inlined history entries (Cloud). */
  maxHistories: number;
  /** Additional fields, e.g. the agile API's `sprint`. */
  extra?: (issue: IssueDocument) => Record<string, unknown>;
}

export const issueExpand = 'operations,versionedRepresentations,editmeta,changelog,renderedFields';

export function readIssueRequest(
  asked: { fields?: unknown; expand?: unknown; properties?: unknown },
  standard: string[],
  maxHistories: number,
): IssueRequest {
  return {
    fields: chooseFields(readList(asked.fields), standard),
    expand: new Set(readList(asked.expand)),
    properties: readPropertyKeys(asked.properties),
    maxHistories,
  };
}

/** In the order of the ids. */
export async function readIssues(call: Call, ids: string[], request: IssueRequest) {
  return shapeIssues(call, await call.store.issues.documents(ids), request);
}

export async function shapeIssues(call: Call, documents: IssueDocument[], request: IssueRequest) {
  const ids = documents.map(document => document.id);
  const [convert, histories, worklogs] = await Promise.all([
    converterFor(call),
    request.expand.has('changelog') ? historiesByIssue(call, ids) : null,
    request.fields('worklog') ? call.store.worklogs.first(ids, inlineWorklogs) : null,
  ]);
  return documents.map(document => {
    const { id, key, historyTotal } = document;
    const { maxHistories, properties } = request;
    const own = histories?.get(id) ?? [];
    return {
      expand: issueExpand,
      id,
      self: `${call.base}/rest/api/${call.version}/issue/${id}`,
      key,
      fields: shapeFields(document, request, call, convert, worklogs?.get(id)),
      properties: properties.length > 0 ? issueProperties(document, properties) : undefined,
      changelog:
        histories && historyTotal !== null
          ? inlineChangelog(own, historyTotal, maxHistories, call, convert)
          : undefined,
      renderedFields: request.expand.has('renderedFields')
        ? renderFields(document, request, convert)
        : undefined,
    };
  });
}

function shapeFields(
  document: IssueDocument,
  request: IssueRequest,
  call: Call,
  convert: Converter,
  worklogs: StoredWorklog[] | undefined,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const id in document.fields) {
    if (request.fields(id) && convert.has(id, document))
      fields[id] = convert.field(id, document.fields[id]);
  }
  if (request.fields('worklog') && document.worklogTotal !== null) {
    fields.worklog = {
      startAt: 0,
      maxResults: inlineWorklogs,
      total: document.worklogTotal,
      worklogs: (worklogs ?? []).map(worklog => shapeWorklog(worklog, call, convert)),
    };
  }
  const extra = request.extra?.(document) ?? {};
  for (const id in extra) if (request.fields(id)) fields[id] = convert.value(extra[id]);
  return fields;
}

function renderFields(document: IssueDocument, request: IssueRequest, convert: Converter) {
  const rendered: Record<string, string> = {};
  for (const id in document.fields) {
    const value = document.fields[id];
    if (!request.fields(id) || !convert.isRichText(id) || !value) continue;
    rendered[id] = htmlFromRichText(value).text;
  }
  return rendered;
}

async function historiesByIssue(call: Call, ids: string[]): Promise<Map<string, StoredHistory[]>> {
  const { items } = await call.store.histories.page({ issueIds: ids });
  return Map.groupBy(items, history => history.issueId);
}

/** `names` and `schema` of the requested fields. */
export async function expandNames(call: Call, request: IssueRequest) {
  const wantsNames = request.expand.has('names');
  const wantsSchema = request.expand.has('schema');
  if (!wantsNames && !wantsSchema) return {};
  const fields = (await call.store.catalogue.all('field')).filter(field =>
    request.fields(field.id),
  );
  const schemas = fields.filter(field => field.document.schema);
  return {
    names: wantsNames ? Object.fromEntries(fields.map(({ id, name }) => [id, name])) : undefined,
    schema: wantsSchema
      ? Object.fromEntries(schemas.map(({ id, document }) => [id, document.schema]))
      : undefined,
  };
}
