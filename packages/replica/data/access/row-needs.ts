import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { EntityKind } from '../entity.ts';
import { fieldTypeOf } from '../issues/field-type.ts';
import { find } from '../query.ts';
import { asObject, asObjects, asText } from '../shapes.ts';
import { hiddenKeys, keysIn } from './reader.ts';

/** Entities that may be hidden with their project, and are not shown in issues then. */
const KINDS = ['sprint', 'status', 'field'] as const satisfies readonly EntityKind[];

/** 'issue': by key, 'restriction' of a worklog, see `restrictionOf`, or an entity by id. */
type NeedKind = 'issue' | 'restriction' | (typeof KINDS)[number];

/**
 * What a reader must be allowed to see to be shown an issue as a whole: ids of issues by the name of each need. It may have too
 * many, never too few.
 */
type RowNeeds = Readonly<Partial<Record<NeedKind, Readonly<Record<string, number[]>>>>>;

/** Issues whose documents are read at once. */
const BATCH_SIZE = 500;

/** The needs of issues as bytes. */
export async function readNeeds(
  context: StoreContext,
  issueIds: readonly number[],
): Promise<Uint8Array> {
  const { engine, db, site } = context;
  const needs: Partial<Record<NeedKind, Record<string, number[]>>> = {};
  const add = (kind: NeedKind, name: string, id: number) => {
    needs[kind] ??= Object.create(null) as Record<string, number[]>;
    needs[kind][name] ??= [];
    needs[kind][name].push(id);
  };
  const ofProjects = (kind: EntityKind) =>
    new Set(site.all(kind).flatMap(({ id, projectId }) => (projectId === null ? [] : id)));
  const [statuses, fields] = [ofProjects('status'), ofProjects('field')];
  for (let at = 0; at < issueIds.length; at += BATCH_SIZE) {
    const isOfThese = (column: string) =>
      engine.idIn(column, issueIds.slice(at, at + BATCH_SIZE) as number[]);
    const documents = await find(context, 'issue_documents', isOfThese('issue_id'));
    const changelogs = await find(context, 'changelogs', isOfThese('issue_id'));
    for (const { issue_id, document } of [...documents, ...changelogs])
      for (const key of keysIn(document)) add('issue', key, issue_id);
    if (statuses.size > 0)
      for (const { issue_id, document } of documents)
        for (const status of linkedStatuses(document))
          if (statuses.has(status)) add('status', status, issue_id);
    if (fields.size > 0)
      for (const { issue_id, document } of documents)
        for (const [, field = ''] of document.matchAll(/"(customfield_\d+)":(?!null)/g))
          if (fields.has(field)) add('field', field, issue_id);
    const list = async (kind: NeedKind, query: RawBuilder<{ id: number; name: string }>) => {
      for (const { id, name } of (await query.execute(db)).rows) add(kind, name, id);
    };
    await list(
      'restriction',
      sql`select distinct issue_id as id, visibility as name from worklogs
        where visibility is not null and ${isOfThese('issue_id')}`,
    );
    await list(
      'sprint',
      sql`select distinct issue_id as id, value as name from issue_values
        where field = 'sprint' and value is not null and ${isOfThese('issue_id')}`,
    );
    if (statuses.size > 0)
      await list(
        'status',
        sql`select id, status_id as name from issues
          where ${engine.idIn('status_id', [...statuses])} and ${isOfThese('id')}`,
      );
  }
  return zstdCompressSync(JSON.stringify(needs));
}

/** Ids of the statuses of linked issues. */
function linkedStatuses(document: string): readonly string[] {
  if (!document.includes('"issuelinks":[{')) return [];
  return asObjects(JSON.parse(document).issuelinks).flatMap(link => {
    const other = asObject(link.inwardIssue) ?? asObject(link.outwardIssue);
    return asText(asObject(asObject(other?.fields)?.status)?.id) ?? [];
  });
}

/** The issues of which the reader may see only a part. */
export async function findNeedy(
  context: StoreContext,
  bytes: Uint8Array,
): Promise<ReadonlySet<number>> {
  const needs: RowNeeds = JSON.parse(zstdDecompressSync(bytes).toString());
  const { catalogue, site } = context;
  const allowed = context.restrictions();
  const isHidden: Readonly<Record<NeedKind, (name: string) => boolean>> = {
    issue: await hiddenKeys(context, Object.keys(needs.issue ?? {})),
    restriction: name => allowed !== null && !allowed.includes(name),
    sprint: id => site.get('sprint', id) !== undefined && !catalogue.get('sprint', id),
    status: id => site.get('status', id) !== undefined && !catalogue.get('status', id),
    field: id => site.get('field', id) !== undefined && !catalogue.get('field', id),
  };
  const found = new Set<number>();
  for (const [kind, byName] of Object.entries(needs))
    for (const [name, ids] of Object.entries(byName))
      if (isHidden[kind as NeedKind](name)) for (const id of ids) found.add(id);
  return found;
}

/** Whether a field is hidden from the reader whose values all issues have: of sprints and ranks. */
export const lacksCommonField = ({ catalogue, site }: StoreContext): boolean =>
  site
    .all('field')
    .some(
      ({ id, document }) =>
        ['sprint', 'rank'].includes(fieldTypeOf(document)) && !catalogue.get('field', id),
    );
