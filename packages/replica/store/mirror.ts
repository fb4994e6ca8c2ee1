import { type Kysely, sql, type Transaction } from 'kysely';
import type { Catalogue } from './catalogue.ts';
import type { Engine } from './engine.ts';
import { deleteEntity } from './entities.ts';
import { landTogether } from './ingest.ts';
import { deleteIssueRows } from './issue-rows.ts';
import type { MirrorTables } from './mirror-tables.ts';
import type { StoreRecord } from './records.ts';
import type { Database } from './schema.ts';
import { type EntityKind, type IngestResult, StoreError } from './store.ts';
import type { Write } from './writes.ts';

/** What is mirrored, and how far. Instants are of the mirrored Jira's clock, in epoch milliseconds. */
export interface MirrorState {
  /** Address of the Jira. */
  site: string;
  flavour: 'cloud' | 'data-center';
  jql: string;
  /** All that changed there before this instant is here; null until the first copy is whole. */
  asOfMs: number | null;
  /** Issues changed from here on are still to be looked for. */
  sinceMs: number;
  /** Worklogs changed, and deleted, from here on are still to be looked for; null where Jira has no such list. */
  worklogsUpdatedMs: number | null;
  worklogsDeletedMs: number | null;
  /** Ids of issues that have to be read again, whatever their time of update says. */
  again: string[];
  /** When it was last looked for issues that are gone and for changed boards, users and the like. */
  catalogueMs: number | null;
  /** How many issues the query has, as far as a first copy knows; null otherwise. */
  expected: number | null;
  /** The last round failed, by this machine's clock; null when it did not. */
  trouble: { atMs: number; text: string } | null;
  /** When the last round ended, by this machine's clock. */
  endedMs: number | null;
}

export interface MirrorStep {
  /** Who claimed the mirror; refused when somebody else did since. */
  holder: string;
  /** How far the mirror is with this step. */
  state: MirrorState;
  /** The host that the records are from, see IngestSettings.source. */
  source?: string;
  records?: readonly StoreRecord[];
  /** Ids of issues that are no longer there. */
  goneIssues?: readonly string[];
  goneEntities?: readonly { kind: EntityKind; id: string }[];
}

/** The store as a mirror of a Jira: records come in together with how far the mirror is, or not at all. */
export interface MirrorStore {
  /** Null where nothing is mirrored. */
  state(): Promise<MirrorState | null>;
  /** Makes `holder` the only one that may write: a process that lost its lock unnoticed is refused. */
  claim(holder: string): Promise<void>;
  /** One transaction. Throws a StoreError 'conflict' for who is not the holder. */
  step(step: MirrorStep): Promise<IngestResult>;
  /** Times of the last update of all issues, by id. */
  updates(): Promise<Map<string, number>>;
}

export function mirrorOn(engine: Engine, catalogue: Catalogue, write: Write): MirrorStore {
  const db = engine.db.withTables<MirrorTables>();
  return {
    async state() {
      const row = await db.selectFrom('mirror').select('state').executeTakeFirst();
      return row?.state ? JSON.parse(row.state) : null;
    },
    async claim(holder) {
      await write(trx =>
        trx
          .withTables<MirrorTables>()
          .insertInto('mirror')
          .values({ id: 1, holder, state: null })
          .onConflict(conflict => conflict.column('id').doUpdateSet({ holder }))
          .execute(),
      );
    },
    step(step) {
      const { records = [], source = '' } = step;
      return landTogether(engine, catalogue, write, records, source, {
        before: async trx => {
          await checkHolder(trx, step.holder);
          const taken = await idsOfTakenKeys(engine, trx, records);
          const gone = [...(step.goneIssues ?? []).map(Number), ...taken];
          if (gone.length > 0) await deleteIssueRows(engine, trx, gone);
          for (const { kind, id } of step.goneEntities ?? [])
            await deleteEntity(trx, catalogue, kind, id);
        },
        after: trx => writeState(trx, step.state),
      });
    },
    async updates() {
      const rows = await engine.db.selectFrom('issues').select(['id', 'updated']).execute();
      return new Map(rows.map(({ id, updated }) => [String(id), updated]));
    },
  };
}

async function checkHolder(trx: Transaction<Database>, holder: string): Promise<void> {
  const row = await trx
    .withTables<MirrorTables>()
    .selectFrom('mirror')
    .select('holder')
    .executeTakeFirst();
  if (row?.holder !== holder)
    throw new StoreError('conflict', 'Another process mirrors into this store by now.');
}

async function writeState(trx: Transaction<Database>, state: MirrorState): Promise<void> {
  await trx
    .withTables<MirrorTables>()
    .updateTable('mirror')
    .set({ state: JSON.stringify(state) })
    .execute();
}

/**
 * Stored issues with the key of another that comes now. Elsewhere a key says which issue it is; of one site it is the
 * id, and a key that came back belongs to a new issue of a project made anew.
 */
async function idsOfTakenKeys(
  engine: Engine,
  trx: Kysely<Database>,
  records: readonly StoreRecord[],
): Promise<number[]> {
  const ids = new Map(
    records.flatMap(({ kind, value }) =>
      kind === 'issue' ? [[String(value.key).toUpperCase(), Number(value.id)] as const] : [],
    ),
  );
  if (ids.size === 0) return [];
  const known = await trx
    .selectFrom('issues')
    .select(['id', 'key'])
    .where(engine.idIn(sql.ref('key'), [...ids.keys()]))
    .execute();
  return known.filter(({ id, key }) => ids.get(key) !== id).map(({ id }) => id);
}
