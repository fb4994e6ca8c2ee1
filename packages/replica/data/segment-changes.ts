import { isDeepStrictEqual } from 'node:util';
import { fold } from '@tallyboard/database/text/words.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DbContext } from './catalogue.ts';
import type { EntityKind, StoredEntity } from './entity.ts';
import { HISTORY_KINDS } from './issues/derive-history.ts';
import type { IssueRows } from './issues/derive-issue.ts';
import { fieldTypeOf } from './issues/field-type.ts';
import { dataRevision, revisionAfter, setDataRevision } from './revision.ts';
import { upsert } from './rows.ts';
import type { Database, Row } from './tables.ts';

/** A segment has the issues of one project whose numbers, as in their keys, have the same multiple of this below them. */
export const SEGMENT_SIZE = 5_000;

/** The position of an issue's segment, from its number: whole numbers are divided without a remainder. */
export const positionColumn = sql<number>`number / ${sql.lit(SEGMENT_SIZE)}`;

const ALL_CHANGED = 'revision of all segments';

/** The last revision that changed all segments. */
export const allChangedRevision = sql<number>`coalesce((select value from facts where name = ${sql.lit(ALL_CHANGED)}), 0)`;

/** So many changed issues are read beside their segment; with more it is stale as a whole. */
export const MAX_CHANGED = 200;

type Place = Pick<Row<'issues'>, 'id' | 'project_id' | 'number'>;

/** The changed issues of a segment. */
interface Changed {
  readonly project_id: string;
  readonly position: number;
  readonly ids: Set<number>;
  byName: boolean;
}

/** A transaction that changes what segments are derived from. */
export interface WriteContext extends DbContext {
  readonly changes: SegmentChanges;
}

type Description = Pick<StoredEntity, 'name' | 'position' | 'projectId' | 'document'>;

/** What a transaction changes of all that segments are derived from. */
export class SegmentChanges {
  /** All segments change. */
  all = false;
  /** Segments change whose histories or custom fields name entities other than by stored ids. */
  #byName = false;
  #userIsGone = false;
  readonly #segments = new Map<string, Changed>();
  readonly #issueIds = new Set<number>();
  /** Keys of issues that others may name as their epic. */
  readonly #keys = new Set<string>();
  readonly #sprintIds = new Set<string>();

  /** Issues that are inserted. */
  inserted({ issues, byName }: Pick<IssueRows, 'issues' | 'byName'>): void {
    for (const issue of issues) {
      this.#add(issue, byName);
      this.#keys.add(issue.key);
    }
  }

  deleted(issues: readonly (Place & Pick<Row<'issues'>, 'key'>)[]): void {
    for (const issue of issues) {
      this.#add(issue, false);
      this.#keys.add(issue.key);
    }
  }

  /** Issues of which single columns or documents are updated: no keys, summaries or epic names. */
  updated(issueIds: Iterable<number>): void {
    for (const id of issueIds) this.#issueIds.add(id);
  }

  /** An entity is added (`before` is null), changed, or deleted (`after` is null). */
  entity(kind: EntityKind, id: string, before: Description | null, after: Description | null) {
    if (HISTORY_KINDS.has(kind)) this.#byName = true;
    if (kind === 'field') this.all = true;
    if (kind === 'sprint') this.#sprintIds.add(id);
    // Issues still name the user, who may be added again.
    if (kind === 'user' && !after) this.#userIsGone = true;
    const parts = PARTS[kind];
    // Issues name only users that exist, but in links also statuses that do not.
    if (
      parts &&
      (before || kind === 'status') &&
      !isDeepStrictEqual(before && parts(before), after && parts(after))
    )
      this.all = true;
  }

  get isEmpty(): boolean {
    const { size } = this.#segments;
    return !(this.all || this.#byName) && size + this.#issueIds.size + this.#sprintIds.size === 0;
  }

  /**
   * Names the changed issues of segments that are made of data before `revision`, or makes these stale where they are many.
   * A bulk load, which is without indexes, makes all segments stale at its end.
   */
  async write(trx: DbContext, revision: number, isBulk: boolean): Promise<void> {
    const { engine, db } = trx;
    const ofIssues = async (condition: RawBuilder<boolean>) => {
      const { rows } = await sql<Place>`
        select id, project_id, number from issues where ${condition}`.execute(db);
      for (const row of rows) this.#add(row, false);
    };
    if (this.#issueIds.size > 0) await ofIssues(engine.idIn('id', [...this.#issueIds]));
    const ofValues = (fields: readonly string[], values: Iterable<string>) =>
      ofIssues(
        sql`id in (select issue_id from issue_values
          where ${engine.idIn('field', fields)} and ${engine.idIn('value', [...values])})`,
      );
    if (!isBulk && this.#sprintIds.size > 0) await ofValues(['sprint'], this.#sprintIds);
    const links = trx.catalogue
      .all('field')
      .filter(({ document }) => /^(epic|parent)Link$/.test(fieldTypeOf(document)));
    if (!isBulk && this.#keys.size > 0 && links.length > 0) {
      const ids = links.map(({ id }) => id);
      await ofValues(ids, [...this.#keys].map(fold));
    }
    await this.#writeSegments(trx, revision, isBulk);
    if (this.#byName)
      await sql`update segment_changes set revision = ${revision} where by_name = 1`.execute(db);
    if (this.#userIsGone) await sql`update segment_changes set by_name = 1`.execute(db);
    if (this.all) await changeAll(db, revision);
  }

  async #writeSegments(trx: DbContext, revision: number, isBulk: boolean): Promise<void> {
    const { engine, db } = trx;
    const [whole, few] = [true, false].map(isWhole =>
      [...this.#segments.values()].filter(
        ({ ids }) => isWhole === (isBulk || ids.size > MAX_CHANGED),
      ),
    ) as [Changed[], Changed[]];
    await writeSegmentRows(db, whole, revision, sql`revision = excluded.revision,`);
    // A new segment is stale.
    await writeSegmentRows(db, few, revision, sql``);
    for (const { project_id, position, ids } of few) {
      const ofThese = sql`project_id = ${project_id} and position = ${position}`;
      await sql`delete from issue_changes
        where ${ofThese} and ${engine.idIn('issue_id', [...ids])}`.execute(db);
      const rows = [...ids].map(issue_id => ({ project_id, position, issue_id, revision }));
      await engine.insertMany(db, 'issue_changes', rows);
    }
  }

  #add({ id, project_id, number }: Place, byName: boolean): void {
    const position = Math.floor(number / SEGMENT_SIZE);
    const name = `${project_id}/${position}`;
    const ids = new Set<number>();
    const known = this.#segments.get(name) ?? { project_id, position, ids, byName: false };
    known.ids.add(id);
    known.byName ||= byName;
    this.#segments.set(name, known);
  }
}

async function writeSegmentRows(
  db: Kysely<Database>,
  segments: readonly Changed[],
  revision: number,
  update: RawBuilder<unknown>,
): Promise<void> {
  for (let from = 0; from < segments.length; from += MAX_ROWS) {
    const values = segments
      .slice(from, from + MAX_ROWS)
      .map(
        each => sql`(${each.project_id}, ${each.position}, ${revision}, ${each.byName ? 1 : 0})`,
      );
    await sql`insert into segment_changes (project_id, position, revision, by_name)
      values ${sql.join(values)} on conflict (project_id, position) do update
      set ${update} by_name = case when segment_changes.by_name = 1 then 1 else excluded.by_name end`.execute(
      db,
    );
  }
}

/** Rows per statement. */
const MAX_ROWS = 500;

/** The parts of an entity that all issues take from the site instead of their own documents. */
const PARTS: { readonly [Kind in EntityKind]?: (given: Description) => readonly unknown[] } = {
  status: ({ name, document }) => [name, document.statusCategory, document.scope],
  user: ({ document }) => [document.displayName, document.active !== false, document.timeZone],
};

const changeAll = (db: Kysely<Database>, revision: number): Promise<void> =>
  upsert({ db }, 'facts', { name: ALL_CHANGED, value: revision });

/** Raises the revision, and makes all segments stale. */
export async function outdateAll(db: Kysely<Database>): Promise<void> {
  const revision = revisionAfter(await dataRevision({ db }));
  await setDataRevision({ db }, revision);
  await changeAll(db, revision);
}

/** Replaces all segments by stale ones of the stored issues. */
export async function fillSegmentChanges(db: Kysely<Database>): Promise<void> {
  await sql`delete from segments`.execute(db);
  await sql`delete from segment_changes`.execute(db);
  await sql`delete from issue_changes`.execute(db);
  await sql`insert into segment_changes (project_id, position, revision, by_name)
    select distinct project_id, ${positionColumn}, 0, 1 from issues`.execute(db);
}
