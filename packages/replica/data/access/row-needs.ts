import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { find } from '@tallyboard/database/query.ts';
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { EntityKind } from '../entity.ts';
import { readChangelogs } from '../issues/changelogs.ts';
import { fieldTypeOf } from '../issues/field-type.ts';
import { asObject, asObjects, asText, type JsonObject } from '../shapes.ts';
import { hiddenIssues } from './hidden-issues.ts';
import { issuesInChange, issuesInField } from './named-issues.ts';
import type { NeedyRows, ReadWatcher } from './read-watcher.ts';

/** Entities that may be hidden with their project, and are not shown in issues then. */
const KINDS = ['status', 'field'] as const satisfies readonly EntityKind[];

/**
 * 'issue': by key or id; 'missing': an issue that was hidden when the bytes were made, because it was not stored; 'restriction' of a
 * worklog, see `restrictionOf`; or an entity by id.
 */
type NeedKind = 'issue' | 'missing' | 'restriction' | (typeof KINDS)[number];

/**
 * What a reader must be allowed to see to be shown an issue as a whole: ids of issues by the name of each need. It may have too
 * many, never too few.
 */
type RowNeeds = Readonly<Partial<Record<NeedKind, Readonly<Record<string, number[]>>>>>;

/** Issues whose rows are read at once. */
const BATCH_SIZE = 500;

/** Read rows that the work has not read. */
const readers: {
  [Table in keyof NeedyRows]: (
    context: StoreContext,
    condition: RawBuilder<boolean>,
  ) => Promise<NeedyRows[Table][]>;
} = {
  async issue_documents(context, condition) {
    const rows = await find(context, 'issue_documents', condition);
    return rows.map(({ issue_id, document }) => ({ issue_id, fields: JSON.parse(document) }));
  },
  async changelogs(context, condition) {
    const changelogs = await readChangelogs(context, condition);
    return [...changelogs].map(([issue_id, entries]) => ({ issue_id, entries }));
  },
  worklogs: (context, condition) => find(context, 'worklogs', condition),
};

/**
 * Runs work that reads issues, and returns their needs too, as bytes: rows that the work has read are not read again. `partial` are
 * the issues that name issues which are not stored.
 */
export async function readWithNeeds<Result>(
  context: StoreContext,
  issueIds: readonly number[],
  work: () => Promise<Result>,
): Promise<{ result: Result; needs: Uint8Array; partial: readonly number[] }> {
  const { engine, site, watchers } = context;
  const needs: Partial<Record<NeedKind, Record<string, number[]>>> = {};
  const add = (kind: NeedKind, name: string, id: number) => {
    needs[kind] ??= Object.create(null) as Record<string, number[]>;
    needs[kind][name] ??= [];
    needs[kind][name].push(id);
  };
  const ofProjects = (kind: EntityKind) =>
    new Set(site.all(kind).flatMap(({ id, projectId }) => (projectId === null ? [] : id)));
  const [statuses, fields] = [ofProjects('status'), ofProjects('field')];
  const adders: { [Table in keyof NeedyRows]: (row: NeedyRows[Table]) => void } = {
    changelogs({ issue_id, entries }) {
      for (const { items } of entries)
        for (const item of items)
          for (const name of issuesInChange(site, item)) add('issue', name, issue_id);
    },
    issue_documents({ issue_id, fields: values }) {
      for (const [field, value] of Object.entries(values)) {
        for (const name of issuesInField(site, field, value)) add('issue', name, issue_id);
        if (value !== null && fields.has(field)) add('field', field, issue_id);
      }
      if (statuses.size > 0)
        for (const status of linkedStatuses(values))
          if (statuses.has(status)) add('status', status, issue_id);
    },
    worklogs({ issue_id, visibility }) {
      if (visibility !== null) add('restriction', visibility, issue_id);
    },
  };
  const tables = Object.keys(adders) as (keyof NeedyRows)[];
  const wanted = new Set(issueIds);
  const unread = new Map(tables.map(table => [table, new Set(issueIds)]));
  const lookups = { hidden: new Set<string>(), shown: new Set<string>() };
  const watcher: ReadWatcher = {
    onRows(table, ids, rows) {
      // Also rows that were read before: they may have changed.
      for (const row of rows) if (wanted.has(row.issue_id)) adders[table](row);
      for (const id of ids) unread.get(table)?.delete(id);
    },
    onLookup: (name, isHidden) => void lookups[isHidden ? 'hidden' : 'shown'].add(name),
  };
  watchers.add(watcher);
  const result = await work().finally(() => watchers.delete(watcher));
  const readRest = async <Table extends keyof NeedyRows>(table: Table) => {
    const ids = [...(unread.get(table) ?? [])];
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const some = ids.slice(at, at + BATCH_SIZE);
      watcher.onRows(table, some, await readers[table](context, engine.idIn('issue_id', some)));
    }
  };
  for (const table of tables) await readRest(table);
  for (const { id, name } of await findStatuses(context, issueIds, statuses))
    add('status', name, id);
  return { result, ...withMissing(needs, lookups) };
}

/** Issues in these statuses. */
async function findStatuses(
  { engine, db }: StoreContext,
  issueIds: readonly number[],
  statuses: ReadonlySet<string>,
): Promise<{ id: number; name: string }[]> {
  const found: { id: number; name: string }[] = [];
  for (let at = 0; statuses.size > 0 && at < issueIds.length; at += BATCH_SIZE) {
    const isOfThese = engine.idIn('id', issueIds.slice(at, at + BATCH_SIZE));
    const { rows } = await sql<{ id: number; name: string }>`
      select id, status_id as name from issues
      where ${engine.idIn('status_id', [...statuses])} and ${isOfThese}`.execute(db);
    found.push(...rows);
  }
  return found;
}

/** Separates the issues that were hidden because they are not stored. */
function withMissing(
  { issue = {}, ...others }: RowNeeds,
  { hidden, shown }: Record<'hidden' | 'shown', ReadonlySet<string>>,
) {
  const named = Object.entries(issue);
  const missing = named.filter(([name]) => hidden.has(name));
  // An issue that came or went meanwhile is in both.
  const stored = named.filter(([name]) => !hidden.has(name) || shown.has(name));
  const needs: RowNeeds = {
    ...others,
    issue: Object.fromEntries(stored),
    missing: Object.fromEntries(missing),
  };
  const partial = [...new Set(missing.flatMap(([, ids]) => ids))];
  return { needs: zstdCompressSync(JSON.stringify(needs)), partial };
}

/** Ids of the statuses of linked issues. */
function linkedStatuses({ issuelinks }: JsonObject): readonly string[] {
  return asObjects(issuelinks).flatMap(link => {
    const other = asObject(link.inwardIssue) ?? asObject(link.outwardIssue);
    return asText(asObject(asObject(other?.fields)?.status)?.id) ?? [];
  });
}

const parseNeeds = (bytes: Uint8Array): RowNeeds =>
  JSON.parse(zstdDecompressSync(bytes).toString());

/** The issues that name issues which were not stored when the bytes were made. */
export const findPartial = (bytes: Uint8Array): ReadonlySet<number> =>
  new Set(Object.values(parseNeeds(bytes).missing ?? {}).flat());

/** The issues of which the bytes have more than the reader may see, or less. */
export async function findNeedy(
  context: StoreContext,
  bytes: Uint8Array,
): Promise<ReadonlySet<number>> {
  const needs = parseNeeds(bytes);
  const { catalogue, site } = context;
  const allowed = context.restrictions();
  const { issue = {}, missing = {} } = needs;
  const isHiddenIssue = await hiddenIssues(context, Object.keys({ ...issue, ...missing }));
  const isNeedy: Readonly<Record<NeedKind, (name: string) => boolean>> = {
    issue: isHiddenIssue,
    missing: name => !isHiddenIssue(name),
    restriction: name => allowed !== null && !allowed.includes(name),
    status: id => site.get('status', id) !== undefined && !catalogue.get('status', id),
    field: id => site.get('field', id) !== undefined && !catalogue.get('field', id),
  };
  const found = new Set<number>();
  for (const [kind, byName] of Object.entries(needs))
    for (const [name, ids] of Object.entries(byName))
      if (isNeedy[kind as NeedKind](name)) for (const id of ids) found.add(id);
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
