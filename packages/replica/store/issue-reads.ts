import { type Kysely, sql } from 'kysely';
import type { Catalogue } from './catalogue.ts';
import type { Engine } from './engine.ts';
import { fieldTypeOf } from './field-type.ts';
import { historyKinds } from './history-kinds.ts';
import type { RecordHistoryItem } from './records.ts';
import { sprintFieldsOf } from './references.ts';
import type { Database, Row } from './schema.ts';
import { asText } from './shapes.ts';
import type { Entity, IssueDocument, Page, StoredHistory, StoredWorklog } from './store.ts';

const numbers = (ids: readonly string[]) => ids.map(Number).filter(Number.isSafeInteger);

/** A sprint as the Sprint field of an issue shows it. */
function sprintValue(sprint: Entity): Record<string, unknown> {
  const { originBoardId, self: _self, ...rest } = sprint.document;
  return originBoardId === undefined ? rest : { ...rest, boardId: originBoardId };
}

type IssueRow = Pick<
  Row<'issues'>,
  | 'id'
  | 'key'
  | 'project_id'
  | 'updated'
  | 'rank'
  | 'history_count'
  | 'worklog_count'
  | 'history_total'
  | 'worklog_total'
>;

/** Issues as documents, in the order of `ids`; see Store.issueDocuments. */
export async function readDocuments(
  engine: Engine,
  db: Kysely<Database>,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<IssueDocument[]> {
  const wanted = numbers(ids);
  if (wanted.length === 0) return [];
  const [rows, values] = [
    await db
      .selectFrom('issues')
      .innerJoin('issue_documents', 'issue_documents.issue_id', 'issues.id')
      .select([
        'issues.id',
        'issues.key',
        'issues.project_id',
        'issues.updated',
        'issues.rank',
        'issues.history_count',
        'issues.worklog_count',
        'issues.history_total',
        'issues.worklog_total',
        'issue_documents.document',
      ])
      .where(engine.idIn(sql.ref('issues.id'), wanted))
      .execute(),
    await db
      .selectFrom('issue_values')
      .select(['issue_id', 'field', 'value'])
      .where('field', 'in', ['sprint', 'watcher', 'voter'])
      .where(engine.idIn(sql.ref('issue_id'), wanted))
      .orderBy('position')
      .execute(),
  ];
  const valuesOf = Map.groupBy(values, value => value.issue_id);
  const documentOf = documentReader(catalogue);
  const byId = new Map(
    rows.map(row => [row.id, documentOf(row, row.document, valuesOf.get(row.id) ?? [])]),
  );
  return wanted.flatMap(id => byId.get(id) ?? []);
}

function documentReader(catalogue: Catalogue) {
  const sprintFields = sprintFieldsOf(catalogue);
  const rankField = catalogue.all('field').find(field => fieldTypeOf(field.document) === 'rank');
  return (
    row: IssueRow,
    document: string,
    values: { field: string; value: string | null }[],
  ): IssueDocument => {
    const fields: Record<string, unknown> = JSON.parse(document);
    const listed = (field: string) =>
      values.flatMap(value => (value.field === field ? (value.value ?? []) : []));
    const sprints = listed('sprint').flatMap(id => catalogue.get('sprint', id) ?? []);
    const places = sprintFields.filter(field => field.id in fields);
    for (const place of places.length > 0 ? places : sprintFields.slice(0, 1)) {
      fields[place.id] = sprints.length > 0 ? sprints.map(sprintValue) : null;
    }
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
  };
}

/** Ids of keys or ids, null where there is no such issue. */
export async function readIssueIds(
  engine: Engine,
  db: Kysely<Database>,
  idsOrKeys: readonly string[],
): Promise<(string | null)[]> {
  const keys = idsOrKeys.map(name => name.toUpperCase());
  const rows = await db
    .selectFrom('issues')
    .select(['id', 'key'])
    .where(
      sql<boolean>`(${engine.idIn(sql.ref('key'), keys)} or ${engine.idIn(sql.ref('id'), numbers(idsOrKeys))})`,
    )
    .execute();
  const known = new Map(
    rows.flatMap(row => [
      [row.key, String(row.id)] as const,
      [String(row.id), String(row.id)] as const,
    ]),
  );
  return keys.map(key => known.get(key) ?? null);
}

/** History entries, see Store.histories. */
export async function readHistories(
  engine: Engine,
  db: Kysely<Database>,
  catalogue: Catalogue,
  request: { issueIds: string[]; fieldIds?: string[]; offset?: number; limit?: number },
): Promise<Page<StoredHistory>> {
  const ids = numbers(request.issueIds);
  const rows = await db
    .selectFrom('histories')
    .selectAll()
    .where(engine.idIn(sql.ref('issue_id'), ids))
    .orderBy('issue_id')
    .orderBy('created')
    .orderBy('id')
    .execute();
  const wanted = request.fieldIds?.length ? fieldFilter(request.fieldIds, catalogue) : null;
  const byIssue = Map.groupBy(rows, row => row.issue_id);
  const all = [...new Set(ids)].flatMap(id => byIssue.get(id) ?? []);
  const offset = request.offset ?? 0;
  const end = offset + (request.limit ?? Number.POSITIVE_INFINITY);
  if (!wanted) {
    return {
      items: all.slice(offset, end).map(row => historyOf(row, catalogue)),
      total: all.length,
    };
  }
  const items = all.flatMap(row => {
    const history = historyOf(row, catalogue);
    const kept = history.items.filter(wanted);
    return kept.length > 0 ? [{ ...history, items: kept }] : [];
  });
  return { items: items.slice(offset, end), total: items.length };
}

/** Items of these fields: by field id, or for entries that have none, by the field's name. */
function fieldFilter(fieldIds: readonly string[], catalogue: Catalogue) {
  const ids = new Set(fieldIds);
  const names = new Set(
    fieldIds.flatMap(id => [
      id.toLowerCase(),
      (catalogue.get('field', id)?.name ?? id).toLowerCase(),
    ]),
  );
  return (item: StoredHistory['items'][number]) =>
    item.fieldId ? ids.has(item.fieldId) : names.has(item.field.toLowerCase());
}

function historyOf(row: Row<'histories'>, catalogue: Catalogue): StoredHistory {
  const { created, items } = JSON.parse(row.document) as Pick<StoredHistory, 'created' | 'items'>;
  const author = row.author === null ? undefined : catalogue.get('user', row.author);
  return {
    id: String(row.id),
    issueId: String(row.issue_id),
    createdMs: row.created,
    created,
    items: items.map(item => withIds(item, catalogue)),
    author: author ? (author.document as unknown as StoredHistory['author']) : null,
  };
}

/** A history that names its values without ids gets those that the names have here. */
function withIds(item: RecordHistoryItem, catalogue: Catalogue): RecordHistoryItem {
  const kind = historyKinds[item.field.toLowerCase()];
  if (!kind) return item;
  const { from, fromString, to } = item;
  const name = asText(item.toString as unknown);
  if ((from !== null || !fromString) && (to !== null || name === null)) return item;
  const idOf = (id: string | null, text: string | null) =>
    id ?? (text === null ? null : (catalogue.named(kind, text)[0]?.id ?? null));
  return { ...item, from: idOf(from, fromString), to: idOf(to, name) };
}

function worklogOf(row: Row<'worklogs'>): StoredWorklog {
  return {
    id: String(row.id),
    issueId: String(row.issue_id),
    startedMs: row.started,
    updatedMs: row.updated,
    document: JSON.parse(row.document),
  };
}

/** Worklogs of one issue, oldest start first. */
export async function readWorklogs(
  db: Kysely<Database>,
  request: {
    issueId: string;
    startedAfter?: number;
    startedBefore?: number;
    offset?: number;
    limit?: number;
  },
): Promise<Page<StoredWorklog>> {
  let query = db.selectFrom('worklogs').selectAll().where('issue_id', '=', Number(request.issueId));
  if (request.startedAfter !== undefined) query = query.where('started', '>', request.startedAfter);
  if (request.startedBefore !== undefined)
    query = query.where('started', '<', request.startedBefore);
  const rows = await query.orderBy('started').orderBy('id').execute();
  const offset = request.offset ?? 0;
  const page = rows.slice(offset, offset + (request.limit ?? rows.length));
  return { items: page.map(worklogOf), total: rows.length };
}

/** The first worklogs of many issues. */
export async function readFirstWorklogs(
  engine: Engine,
  db: Kysely<Database>,
  issueIds: readonly string[],
  limit: number,
): Promise<Map<string, StoredWorklog[]>> {
  const rows = await db
    .selectFrom('worklogs')
    .selectAll()
    .where(engine.idIn(sql.ref('issue_id'), numbers(issueIds)))
    .orderBy('issue_id')
    .orderBy('started')
    .orderBy('id')
    .execute();
  const byIssue = Map.groupBy(rows, row => String(row.issue_id));
  return new Map([...byIssue].map(([id, list]) => [id, list.slice(0, limit).map(worklogOf)]));
}

export async function readWorklogsByIds(
  engine: Engine,
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<StoredWorklog[]> {
  const rows = await db
    .selectFrom('worklogs')
    .selectAll()
    .where(engine.idIn(sql.ref('id'), numbers(ids)))
    .orderBy('id')
    .execute();
  return rows.map(worklogOf);
}

export async function readWorklogsUpdated(db: Kysely<Database>, since: number, limit: number) {
  const rows = await db
    .selectFrom('worklogs')
    .select(['id', 'updated'])
    .where('updated', '>=', since)
    .orderBy('updated')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(row => ({ id: String(row.id), updatedMs: row.updated }));
}
