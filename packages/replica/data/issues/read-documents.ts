import { type Kysely, sql } from 'kysely';
import type { Catalogue } from '../catalogue.ts';
import { type Engine, idNumbers } from '../engine.ts';
import type { Entity } from '../entity.ts';
import { find } from '../query.ts';
import type { Database, Row } from '../schema.ts';
import { fieldTypeOf } from './field-type.ts';
import type { IssueDocument } from './issue-document.ts';
import { sprintFieldsOf } from './references.ts';

/** A sprint as an issue's Sprint field holds it. */
function sprintValue(sprint: Entity): Record<string, unknown> {
  const { originBoardId, self: _self, ...rest } = sprint.document;
  return originBoardId === undefined ? rest : { ...rest, boardId: originBoardId };
}

/** Issues in the order of `ids`; unknown ones are left out. */
export async function readDocuments(
  engine: Engine,
  db: Kysely<Database>,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<IssueDocument[]> {
  const wanted = idNumbers(ids);
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('issues')
    .innerJoin('issue_documents', 'issue_documents.issue_id', 'issues.id')
    .selectAll('issues')
    .select('issue_documents.document')
    .where(engine.idIn(sql.ref('issues.id'), wanted))
    .execute();
  const listed = sql`field in ('sprint', 'watcher', 'voter') and ${engine.idIn(sql.ref('issue_id'), wanted)}`;
  const values = await find(db, 'issue_values', listed, 'position');
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
    row: Row<'issues'>,
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
