import type {
  IssueDocument,
  StoredHistory,
  StoredWorklog,
} from '../../data/issues/issue-document.ts';
import type { Call } from '../api.ts';
import { inlineChangelog } from './changelog.ts';
import { chooseFields, type FieldChoice } from './field-choice.ts';
import { type Fitting, fittingFor } from './fit.ts';
import { issueProperties, readPropertyKeys } from './issue-properties.ts';
import { htmlFromRichText } from './rich-text.ts';
import { inlineWorklogs, shapeWorklog } from './worklog.ts';

export interface IssueWish {
  fields: FieldChoice;
  expand: ReadonlySet<string>;
  properties: readonly string[];
  /** Limit of inlined history entries (Cloud). */
  changelogMost: number;
  /** Additional fields, e.g. the agile API's `sprint`. */
  extra?: (issue: IssueDocument) => Record<string, unknown>;
}

export const issueExpand = 'operations,versionedRepresentations,editmeta,changelog,renderedFields';

export function readWish(
  asked: { fields: string[]; expand: string[]; properties?: unknown },
  standard: string[],
  changelogMost: number,
): IssueWish {
  return {
    fields: chooseFields(asked.fields, standard),
    expand: new Set(asked.expand),
    properties: readPropertyKeys(asked.properties),
    changelogMost,
  };
}

/** In the order of the ids. */
export async function readIssues(call: Call, ids: string[], wish: IssueWish) {
  return shapeIssues(call, await call.store.issues.documents(ids), wish);
}

export async function shapeIssues(call: Call, documents: IssueDocument[], wish: IssueWish) {
  const ids = documents.map(document => document.id);
  const [fit, histories, worklogs] = await Promise.all([
    fittingFor(call),
    wish.expand.has('changelog') ? historiesByIssue(call, ids) : null,
    wish.fields('worklog') ? call.store.worklogs.first(ids, inlineWorklogs) : null,
  ]);
  return documents.map(document => {
    const issue = {
      expand: issueExpand,
      id: document.id,
      self: `${call.base}/rest/api/${call.version}/issue/${document.id}`,
      key: document.key,
      fields: shapeFields(document, wish, call, fit, worklogs?.get(document.id)),
    };
    return {
      ...issue,
      ...(wish.properties.length > 0
        ? { properties: issueProperties(document, wish.properties) }
        : {}),
      ...(histories && document.historyTotal !== null
        ? {
            changelog: inlineChangelog(
              histories.get(document.id) ?? [],
              document.historyTotal,
              wish.changelogMost,
              call,
              fit,
            ),
          }
        : {}),
      ...(wish.expand.has('renderedFields')
        ? { renderedFields: renderFields(document, wish, fit) }
        : {}),
    };
  });
}

function shapeFields(
  document: IssueDocument,
  wish: IssueWish,
  call: Call,
  fit: Fitting,
  worklogs: StoredWorklog[] | undefined,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const id in document.fields) {
    if (wish.fields(id) && fit.has(id, document)) fields[id] = fit.field(id, document.fields[id]);
  }
  if (wish.fields('worklog') && document.worklogTotal !== null) {
    fields.worklog = {
      startAt: 0,
      maxResults: inlineWorklogs,
      total: document.worklogTotal,
      worklogs: (worklogs ?? []).map(worklog => shapeWorklog(worklog, call, fit)),
    };
  }
  const extra = wish.extra?.(document) ?? {};
  for (const id in extra) if (wish.fields(id)) fields[id] = fit.value(extra[id]);
  return fields;
}

function renderFields(document: IssueDocument, wish: IssueWish, fit: Fitting) {
  const rendered: Record<string, string> = {};
  for (const id in document.fields) {
    const value = document.fields[id];
    if (!wish.fields(id) || !fit.isRichText(id) || !value) continue;
    rendered[id] = htmlFromRichText(value).text;
  }
  return rendered;
}

async function historiesByIssue(call: Call, ids: string[]): Promise<Map<string, StoredHistory[]>> {
  const { items } = await call.store.histories.page({ issueIds: ids });
  return Map.groupBy(items, history => history.issueId);
}

/** `names` and `schema` of the requested fields. */
export async function expandNames(call: Call, wish: IssueWish) {
  const wantsNames = wish.expand.has('names');
  const wantsSchema = wish.expand.has('schema');
  if (!wantsNames && !wantsSchema) return {};
  const fields = (await call.store.catalogue.all('field')).filter(field => wish.fields(field.id));
  return {
    ...(wantsNames
      ? { names: Object.fromEntries(fields.map(field => [field.id, field.name])) }
      : {}),
    ...(wantsSchema
      ? {
          schema: Object.fromEntries(
            fields.filter(f => f.document.schema).map(f => [f.id, f.document.schema]),
          ),
        }
      : {}),
  };
}
