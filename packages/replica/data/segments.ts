import { sql } from 'kysely';
import type { StoreContext } from './context.ts';
import { idNumbers } from './engine.ts';
import { dataRevision } from './revision.ts';
import type { Row } from './schema.ts';

/** Data that was derived from all issues of a project. The store knows nothing of the bytes. */
interface ProjectSegments {
  projectId: string;
  bytes: Uint8Array[];
}

/**
 * Segments are valid until the next write of an issue, history, worklog or entity. Written for all readers, they are given
 * to those who may see everything.
 */
export function segmentStore(context: StoreContext) {
  const { engine, db, writeOther, refresh, visible, restrictions } = context;
  const inProjects = (ids: readonly string[] | null) =>
    ids === null ? sql`1 = 1` : engine.idIn('project_id', ids);
  async function seesAll(): Promise<boolean> {
    await refresh();
    return visible() === null && restrictions() === null;
  }
  return {
    /** Whether the reader may see everything. */
    seesAll,

    /** To be read before the data that segments are made from. */
    revision: (): Promise<number> => dataRevision({ db }),

    /** The valid segments of these projects, or of all, in order. Null: the reader may not see everything. */
    async read(projectIds: readonly string[] | null): Promise<ProjectSegments[] | null> {
      if (!(await seesAll())) return null;
      const { rows } = await sql<Pick<Row<'segments'>, 'project_id' | 'bytes'>>`
        select project_id, bytes from segments
        where revision = ${await dataRevision({ db })} and ${inProjects(projectIds)}
        order by project_id, position`.execute(db);
      return [...Map.groupBy(rows, row => row.project_id)].map(([projectId, list]) => ({
        projectId,
        bytes: list.map(row => row.bytes),
      }));
    },

    /**
     * Replaces the segments of a project and deletes all stale ones. False, and nothing is written, if the data were
     * changed since `revision` or the database is read-only.
     */
    async write(
      projectId: string,
      revision: number,
      bytes: readonly Uint8Array[],
    ): Promise<boolean> {
      const write = writeOther(async trx => {
        if ((await dataRevision(trx)) !== revision) return false;
        await sql`delete from segments
          where revision <> ${revision} or project_id = ${projectId}`.execute(trx.db);
        for (const [position, each] of bytes.entries())
          await trx.db
            .insertInto('segments')
            .values({ project_id: projectId, position, revision, bytes: each })
            .execute();
        return true;
      });
      return write.catch(error => {
        if (READ_ONLY.has(error.code)) return false;
        throw error;
      });
    },

    async issueIds(projectId: string): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select id from issues where project_id = ${projectId} order by id`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Numbers of issues, by project. */
    async issueCounts(projectIds: readonly string[] | null): Promise<Map<string, number>> {
      const { rows } = await sql<{ id: string; count: number }>`
        select project_id as id, count(*) as count from issues
        where ${inProjects(projectIds)} group by project_id order by project_id`.execute(db);
      return new Map(rows.map(({ id, count }) => [id, count]));
    },

    /** The projects of issues. */
    async projectsOf(issueIds: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select distinct project_id as id from issues
        where ${engine.idIn('id', idNumbers(issueIds))} order by project_id`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

/** Codes of SQLite and PostgreSQL. */
const READ_ONLY: ReadonlySet<unknown> = new Set(['SQLITE_READONLY', '25006']);
