import { find, findOne, update } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { sql } from 'kysely';
import type { DbContext } from './catalogue.ts';
import type { StoreContext } from './context.ts';
import { deleteEntity } from './entities.ts';
import type { EntityKind } from './entity.ts';
import { type IngestResult, ingestBetween } from './ingest/ingest.ts';
import { deleteIssueRows } from './issues/issue-rows.ts';
import type { StoreRecord } from './records.ts';
import { upsert } from './rows.ts';
import type { WriteContext } from './segment-changes.ts';
import type { Row } from './tables.ts';

/** The mirror's progress. Instants are epoch milliseconds of the mirrored Jira's clock unless noted. */
export interface MirrorState {
  site: string;
  flavour: 'cloud' | 'data-center';
  jql: string;
  /** All changes before this instant are stored; null until the first copy is complete. */
  asOfMs: number | null;
  /** Where the next search for changed issues starts. */
  sinceMs: number;
  /** The same for updated and deleted worklogs; null where Jira has no such list. */
  worklogsUpdatedMs: number | null;
  worklogsDeletedMs: number | null;
  /** Ids of issues to reread whatever their `updated` is. */
  again: string[];
  /** Issues of the query that could not be read or stored. Tried again each round. */
  unread?: UnreadIssue[];
  /** Last check for deleted issues and changed boards, users and other entities. */
  catalogueMs: number | null;
  /** Last comparison of the rank order, and last reading of permissions (this machine's clock). */
  ranksMs?: number | null;
  accessMs?: number | null;
  /** Number of issues of the query, during the first copy; null otherwise. */
  expected: number | null;
  /** Why and when (this machine's clock) the last round failed; null if it did not. */
  trouble: { atMs: number; text: string } | null;
  /** End of the last round, by this machine's clock. */
  endedMs: number | null;
}

export interface UnreadIssue {
  id: string;
  /** Key, or the id where that is not known. */
  name: string;
  why: string;
}

/** The progress of a mirror before its first copy. */
export const newMirrorState = (
  source: Pick<MirrorState, 'site' | 'flavour' | 'jql'>,
): MirrorState => ({
  ...source,
  asOfMs: null,
  sinceMs: 0,
  worklogsUpdatedMs: null,
  worklogsDeletedMs: null,
  again: [],
  catalogueMs: null,
  expected: null,
  trouble: null,
  endedMs: null,
});

export interface MirrorStep {
  /** Refused if another holder has claimed the mirror since. */
  holder: string;
  /** Progress after this step. */
  state: MirrorState;
  /** Host of the records, see IngestSettings.source. */
  source?: string;
  records?: readonly StoreRecord[];
  /** Ids of deleted issues. */
  goneIssues?: readonly string[];
  goneEntities?: readonly { kind: EntityKind; id: string }[];
}

/** The store as a mirror of a Jira: records and the mirror's progress are written in one transaction. */
export function mirrorStore(context: StoreContext) {
  const { engine, db, write } = context;
  const ofAllIssues = async <Name extends 'updated' | 'rank'>(column: Name) => {
    const { rows } = await sql<Pick<Row<'issues'>, 'id' | Name>>`
      select id, ${sql.ref(column)} from issues`.execute(db);
    return new Map(rows.map(row => [String(row.id), row[column]]));
  };
  return {
    /** Null if nothing is mirrored. */
    async state(): Promise<MirrorState | null> {
      const row = await findOne(context, 'mirror', {});
      return row?.state ? JSON.parse(row.state) : null;
    },
    /** Makes `holder` the only writer: a process that lost its lock without noticing is refused. */
    claim: (holder: string) =>
      write(async trx => {
        const row = await findOne(trx, 'mirror', {});
        await upsert(trx, 'mirror', { id: 1, holder, state: row?.state ?? null });
      }),
    /** One transaction. Throws a StoreError 'conflict' if the mirror has another holder. */
    step(step: MirrorStep): Promise<IngestResult> {
      const { records = [], source = '', goneIssues = [] } = step;
      const around = {
        before: async (trx: WriteContext) => {
          await checkHolder(trx, step.holder);
          const replaced = await idsOfReusedKeys(trx, records);
          const deleted = [...goneIssues.map(Number), ...replaced];
          if (deleted.length > 0) await deleteIssueRows(trx, deleted);
          for (const { kind, id } of step.goneEntities ?? []) await deleteEntity(trx, kind, id);
        },
        after: (trx: DbContext) => update(trx, 'mirror', {}, { state: JSON.stringify(step.state) }),
      };
      return ingestBetween(context, records, source, around);
    },
    /** Restrictions of comments and worklogs, see `restrictionOf`. */
    async restrictions(): Promise<string[]> {
      const restricted = sql`where visibility is not null`;
      const { rows } = await sql<{
        visibility: string;
      }>`select visibility from worklogs ${restricted}
        union select visibility from texts ${restricted}`.execute(db);
      return rows.map(({ visibility }) => visibility);
    },
    /** The values that issues have in some fields. */
    async valuesOf(fields: readonly string[]): Promise<string[]> {
      if (fields.length === 0) return [];
      const { rows } = await sql<{ value: string }>`select distinct value from issue_values
        where ${engine.idIn('field', fields)} and value is not null`.execute(db);
      return rows.map(({ value }) => value);
    },
    /** `updated` of all issues, by id. */
    updates: () => ofAllIssues('updated'),
    /** Ranks of all issues, by id. */
    ranks: () => ofAllIssues('rank'),
  };
}

async function checkHolder(trx: DbContext, holder: string): Promise<void> {
  const row = await findOne(trx, 'mirror', {});
  if (row?.holder !== holder)
    throw new StoreError('conflict', 'Another process mirrors into this store by now.');
}

/**
 * Stored issues whose key another issue has now. Within one site the id identifies an issue; a reused key belongs to a
 * new issue of a recreated project.
 */
async function idsOfReusedKeys(trx: DbContext, records: readonly StoreRecord[]): Promise<number[]> {
  const ids = new Map(
    records.flatMap(({ kind, value }) =>
      kind === 'issue' ? [[String(value.key).toUpperCase(), Number(value.id)] as const] : [],
    ),
  );
  if (ids.size === 0) return [];
  const known = await find(trx, 'issues', trx.engine.idIn('key', [...ids.keys()]));
  return known.filter(({ id, key }) => ids.get(key) !== id).map(({ id }) => id);
}
