import { idNumbers } from '@tallyboard/database/engine.ts';
import { find } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import type { DbContext } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import type { Entity } from '../entity.ts';
import type { RecordHistory, RecordIssue } from '../records.ts';
import { asObject, asObjects, asText, type JsonObject } from '../shapes.ts';
import { fieldTypeOf } from './field-type.ts';
import type { IssueDocument } from './issue-document.ts';
import { sprintFieldsOf } from './references.ts';

/** A sprint as an issue's Sprint field holds it. */
function sprintValue(sprint: Entity): Record<string, unknown> {
  const { originBoardId, self: _self, ...rest } = sprint.document;
  return originBoardId === undefined ? rest : { ...rest, boardId: originBoardId };
}

/** The issues that an issue names: its parent, its sub-tasks and the other ends of its links. */
const namedIssues = ({ parent, subtasks, issuelinks }: JsonObject): JsonObject[] =>
  [
    asObject(parent),
    ...asObjects(subtasks),
    ...asObjects(issuelinks).flatMap(link => [
      asObject(link.inwardIssue),
      asObject(link.outwardIssue),
    ]),
  ].filter(issue => issue !== null);

/** Issues that have other ids here than at their source are named by them. */
async function replaceAliases(
  { engine, db }: DbContext,
  documents: readonly IssueDocument[],
): Promise<void> {
  const named = documents.flatMap(({ fields }) => namedIssues(fields));
  const keys = [...new Set(named.flatMap(({ key }) => asText(key) ?? []))];
  if (keys.length === 0) return;
  const { rows } = await sql<{ id: number; key: string }>`select id, key from issues
    where ${engine.idIn('key', keys)} and exists (select 1 from aliases where kind = 'issue')`.execute(
    db,
  );
  const idOf = new Map(rows.map(({ id, key }) => [key, String(id)]));
  for (const issue of named) {
    const id = idOf.get(String(issue.key));
    if (id !== undefined) issue.id = id;
  }
}

/** Issues in the order of `ids`; unknown ones are left out. */
export async function readDocuments(
  context: DbContext & Partial<Pick<StoreContext, 'watchers'>>,
  ids: readonly string[],
): Promise<IssueDocument[]> {
  const { engine, db, catalogue, watchers = [] } = context;
  const wanted = idNumbers(ids);
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('issues')
    .innerJoin('issue_documents', 'issue_documents.issue_id', 'issues.id')
    .select(['id', 'key', 'project_id', 'updated', 'rank', 'history_count', 'worklog_count'])
    .select(['history_total', 'worklog_total', 'issue_documents.document'])
    .where(engine.idIn('issues.id', wanted))
    .execute();
  const isListed = sql`field in ('sprint', 'watcher', 'voter') and ${engine.idIn('issue_id', wanted)}`;
  const values = await find(context, 'issue_values', isListed, 'position');
  const parsed = rows.map(({ document, ...row }) => {
    const fields: Record<string, unknown> = JSON.parse(document);
    return { ...row, fields };
  });
  for (const watcher of watchers) {
    const documents = parsed.map(({ id, fields }) => ({ issue_id: id, fields }));
    watcher.onRows('issue_documents', wanted, documents);
  }
  const valuesOf = Map.groupBy(values, value => value.issue_id);
  const sprintFields = sprintFieldsOf(catalogue);
  const rankField = catalogue.all('field').find(field => fieldTypeOf(field.document) === 'rank');
  const documents = parsed.map(({ fields, ...row }): IssueDocument => {
    const listed = (field: string) =>
      (valuesOf.get(row.id) ?? []).flatMap(one => (one.field === field ? (one.value ?? []) : []));
    const sprints = listed('sprint').flatMap(id => catalogue.get('sprint', id) ?? []);
    const places = sprintFields.filter(field => field.id in fields);
    for (const place of places.length > 0 ? places : sprintFields.slice(0, 1))
      fields[place.id] = sprints.length > 0 ? sprints.map(sprintValue) : null;
    if (rankField) fields[rankField.id] = row.rank;
    return {
      id: String(row.id),
      key: row.key,
      projectId: row.project_id,
      updatedMs: row.updated,
      fields,
      historyCount: row.history_count,
      worklogCount: row.worklog_count,
      historyTotal: row.history_total,
      worklogTotal: row.worklog_total,
      watchers: listed('watcher'),
      voters: listed('voter'),
    };
  });
  await replaceAliases(context, documents);
  const byId = new Map(documents.map(document => [document.id, document]));
  return wanted.flatMap(id => byId.get(String(id)) ?? []);
}

/** Records of issues with their worklogs, without their histories. */
export async function readRecords(context: DbContext, ids: readonly string[]) {
  const isOfThese = context.engine.idIn('issue_id', idNumbers(ids));
  const rows = await find(context, 'worklogs', isOfThese, 'issue_id', 'started', 'id');
  const rowsOf = Map.groupBy(rows, row => String(row.issue_id));
  const documents = await readDocuments(context, ids);
  return documents.map(({ id, key, fields, historyTotal, worklogTotal, watchers, voters }) => {
    const worklogs = (rowsOf.get(id) ?? []).map(row => JSON.parse(row.document));
    const withWorklogs: RecordIssue['fields'] = { ...fields };
    withWorklogs.worklog = { total: worklogTotal, worklogs };
    const histories: RecordHistory[] = [];
    return {
      id,
      key,
      fields: withWorklogs,
      changelog: { total: historyTotal, histories },
      watchers,
      voters,
    };
  });
}
