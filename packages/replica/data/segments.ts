import { idNumbers } from '@tallyboard/database/engine.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Extent } from './access/grants.ts';
import { findNeedy, findPartial, lacksCommonField, readWithNeeds } from './access/row-needs.ts';
import type { StoreContext } from './context.ts';
import { dataRevision } from './revision.ts';
import {
  allChangedRevision,
  MAX_CHANGED,
  positionColumn,
  SEGMENT_SIZE,
} from './segment-changes.ts';
import type { Row } from './tables.ts';

/** A part of a project's issues: those whose numbers are from `position * SEGMENT_SIZE`, and below the next one's. */
export interface SegmentPlace {
  readonly projectId: string;
  readonly position: number;
}

export interface SegmentState extends SegmentPlace {
  /** Number of issues: at least one. */
  readonly issues: number;
  /** Up to date except for `changed`, or newer than asked. */
  readonly isValid: boolean;
  /** Ids of issues that changed, came or went since the bytes were made. */
  readonly changed: ReadonlySet<number>;
  /** Revision of the source data; -1 when invalid. */
  readonly revision: number;
  /** Number of bytes: 0 for those that are not valid. */
  readonly size: number;
}

const NONE: ReadonlySet<number> = new Set();

const nameOf = ({ projectId, position }: SegmentPlace) => `${projectId}/${position}`;

const byPosition = (a: Pick<SegmentPlace, 'position'>, b: Pick<SegmentPlace, 'position'>) =>
  a.position - b.position;

interface Segment extends SegmentPlace {
  /** Made as for readers who see all issues that are stored, and nothing of others. */
  readonly bytes: Uint8Array;
  /** Ids of issues that must not be read from the bytes, which have more or less of them than the reader may see. */
  readonly withheld: ReadonlySet<number>;
  /** Bytes of the withheld issues for a reader who sees everything; empty for others, and where nothing is withheld. */
  readonly whole: Uint8Array;
}

const NO_BYTES = new Uint8Array(0);

const isValid = sql<boolean>`segments.revision >= segment_changes.revision
  and segments.revision >= ${allChangedRevision}`;
const withChanges = sql`segments join segment_changes
  on segment_changes.project_id = segments.project_id
  and segment_changes.position = segments.position`;

function isIssueOf({ projectId, position }: SegmentPlace): RawBuilder<unknown> {
  const from = position * SEGMENT_SIZE;
  return sql`project_id = ${projectId} and number >= ${from} and number < ${from + SEGMENT_SIZE}`;
}

/**
 * Data that was derived from issues; the store knows nothing of the bytes. They are valid until a write changes what they
 * are derived from.
 */
export function segmentStore(context: StoreContext) {
  const { engine, db } = context;
  return {
    /** How much the reader sees. */
    extent: () => extentOf(context),

    /** To be read before the data that segments are made from. */
    revision: (): Promise<number> => dataRevision({ db }),

    /** All segments with issues, in order. Those made of data of a revision since `since` count as valid. */
    list: (since = Number.MAX_SAFE_INTEGER) => listSegments(context, since),

    /** The bytes of listed segments, or newer ones, in order; left out are those that are gone, and that were not valid. */
    read: (listed: readonly ListedSegment[]) => readSegments(context, listed),

    /** Runs work that makes bytes of issues as `read` returns them, and returns what is stored with them: see row-needs.ts. */
    withNeeds: <Result>(issueIds: readonly number[], work: () => Promise<Result>) =>
      readWithNeeds(context, issueIds, work),

    /**
     * Replaces a segment. False, and nothing is written, if its data were changed since `revision` or the database is
     * read-only.
     */
    write: (place: SegmentPlace, revision: number, segment: NewSegment) =>
      writeSegment(context, place, revision, segment),

    /** Runs work that reads all issues: without this the memory of the process grows with the database. */
    withBoundedMemory: <Result>(work: () => Promise<Result>): Promise<Result> =>
      engine.tuned('bulk', work),

    /** By project: another number after each write that changes what its segments are derived from. */
    revisions: () => projectRevisions(context),

    /** Sorted. */
    issueIds: (place: SegmentPlace) => issueIdsOf(context, place),

    /** The segments of issues. */
    async placesOf(issueIds: readonly string[]): Promise<SegmentPlace[]> {
      const { rows } = await sql<{ projectId: string; position: number }>`
        select distinct project_id as "projectId", ${positionColumn} as position from issues
        where ${engine.idIn('id', idNumbers(issueIds))}`.execute(db);
      return rows;
    },
  };
}

async function extentOf(context: StoreContext): Promise<Extent> {
  await context.refresh();
  return context.extent();
}

async function listSegments(context: StoreContext, since: number): Promise<SegmentState[]> {
  const { db } = context;
  const { rows: all } = await sql<Pick<Row<'segment_changes'>, 'project_id' | 'position'>>`
    select project_id, position from segment_changes
    order by project_id, position`.execute(db);
  const { rows } = await sql<Omit<SegmentState, 'isValid' | 'changed'>>`
    select segments.project_id as "projectId", segments.position, segments.issues,
      segments.revision, length(segments.bytes) as size from ${withChanges}
    where ${isValid} or segments.revision >= ${since}`.execute(db);
  // After the revisions: a segment that is written meanwhile has the issues that were changed.
  const changes = await readChanges(context);
  const valid = new Map(rows.map(row => [nameOf(row), row]));
  for (const [name, { revision }] of valid)
    if ((changes.get(name)?.size ?? 0) > MAX_CHANGED && revision < since) valid.delete(name);
  const places = all.map(row => ({ projectId: row.project_id, position: row.position }));
  const stale = places.filter(place => !valid.has(nameOf(place)));
  const counts = await countIssues(context, [...new Set(stale.map(({ projectId }) => projectId))]);
  return places.flatMap(place => {
    const known = valid.get(nameOf(place));
    const issues = known?.issues ?? counts.get(nameOf(place)) ?? 0;
    const { revision = -1, size = 0 } = known ?? {};
    const isValid = known !== undefined;
    const changed = (isValid && changes.get(nameOf(place))) || NONE;
    return issues > 0 ? { ...place, issues, isValid, changed, revision, size } : [];
  });
}

async function projectRevisions({ db }: StoreContext): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; revision: number; all: number }>`
    select project_id as id, max(revision) as revision, ${allChangedRevision} as "all" from (
      select project_id, revision from segment_changes
      union all select project_id, revision from issue_changes
      union all select project_id, revision from segments
    ) as parts group by project_id`.execute(db);
  return new Map(
    rows.map(({ id, revision, all }) => [id, Math.max(Number(revision), Number(all))]),
  );
}

type ListedSegment = SegmentPlace & Pick<SegmentState, 'isValid' | 'revision'>;

async function readSegments(
  context: StoreContext,
  listed: readonly ListedSegment[],
): Promise<Segment[]> {
  const { engine, db } = context;
  const found: (SegmentPlace & Pick<Row<'segments'>, 'bytes' | 'needs' | 'whole'>)[] = [];
  const valid = listed.filter(({ isValid }) => isValid);
  for (const [projectId, list] of Map.groupBy(valid, place => place.projectId)) {
    const revisions = new Map(list.map(({ position, revision }) => [position, revision]));
    const positions = sql.join([...revisions.keys()].map(position => sql.lit(position)));
    const rows = await engine.readRows(
      db,
      'segments',
      ['position', 'revision', 'bytes', 'needs', 'whole'],
      sql`project_id = ${sql.lit(projectId)} and position in (${positions})`,
    );
    for (const { revision, ...row } of rows.sort(byPosition)) {
      if (revision >= (revisions.get(row.position) ?? 0)) found.push({ projectId, ...row });
    }
  }
  // Rights are read after the bytes, and never older.
  const seesEverything = (await extentOf(context)) === 'everything';
  const segments: Segment[] = [];
  for (const { needs, whole, ...segment } of found) {
    if (!seesEverything) {
      const withheld = await findWithheld(context, segment, needs);
      segments.push({ ...segment, withheld, whole: NO_BYTES });
    } else
      segments.push({
        ...segment,
        withheld: whole.length > 0 ? findPartial(needs) : NONE,
        whole,
      });
  }
  return segments;
}

type NewSegment = Pick<Row<'segments'>, 'issues' | 'bytes' | 'needs'> & { whole?: Uint8Array };

async function writeSegment(
  { write }: StoreContext,
  { projectId, position }: SegmentPlace,
  revision: number,
  { whole = NO_BYTES, ...segment }: NewSegment,
): Promise<boolean> {
  const ofSegment = sql`project_id = ${projectId} and position = ${position}`;
  const written = write(async trx => {
    const { rows } = await sql`select 1 from segment_changes
      where ${ofSegment} and revision <= ${revision} and ${allChangedRevision} <= ${revision}`.execute(
      trx.db,
    );
    if (rows.length === 0) return false;
    await sql`delete from segments where ${ofSegment}`.execute(trx.db);
    await sql`delete from issue_changes
      where ${ofSegment} and revision <= ${revision}`.execute(trx.db);
    const row = { project_id: projectId, position, revision, whole, ...segment };
    await trx.db.insertInto('segments').values(row).execute();
    return true;
  });
  return written.catch(error => {
    if (READ_ONLY.has(error.code)) return false;
    throw error;
  });
}

/** The changed issues, by the names of their segments. */
async function readChanges({ db }: StoreContext): Promise<Map<string, Set<number>>> {
  const { rows } = await sql<SegmentPlace & { id: number }>`
    select project_id as "projectId", position, issue_id as id from issue_changes`.execute(db);
  return new Map(
    [...Map.groupBy(rows, nameOf)].map(([name, list]) => [name, new Set(list.map(({ id }) => id))]),
  );
}

async function issueIdsOf({ db }: StoreContext, place: SegmentPlace): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from issues where ${isIssueOf(place)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function findWithheld(
  context: StoreContext,
  place: SegmentPlace,
  needs: Uint8Array,
): Promise<ReadonlySet<number>> {
  const condition = context.visible();
  if (!condition || lacksCommonField(context)) return new Set(await issueIdsOf(context, place));
  // The needs may be newer than the bytes.
  const { rows } = await sql<{ id: number }>`select id from issues
    where ${isIssueOf(place)} and case when ${condition} then 0 else 1 end = 1
    union all select issue_id from issue_changes
    where project_id = ${place.projectId} and position = ${place.position}`.execute(context.db);
  return new Set([...(await findNeedy(context, needs)), ...rows.map(({ id }) => id)]);
}

/** By the names of segments. */
async function countIssues(
  { engine, db }: StoreContext,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<SegmentPlace & { count: number }>`
    select project_id as "projectId", ${positionColumn} as position, count(*) as count
    from issues where ${engine.idIn('project_id', projectIds)} group by project_id, ${positionColumn}`.execute(
    db,
  );
  return new Map(rows.map(row => [nameOf(row), row.count]));
}

/** Codes of SQLite and PostgreSQL. */
const READ_ONLY: ReadonlySet<unknown> = new Set(['SQLITE_READONLY', '25006']);
