/** Pins: the figures of a saved report as of a day, with a note. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { find, remove } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { sql } from 'kysely';
import type { ServerDb, ServerTables } from './tables.ts';

export interface Pin {
  readonly id: string;
  /** The saved report. */
  readonly report: string;
  /** The account that made it; null for the command line. */
  readonly owner: string | null;
  readonly note: string;
  readonly createdMs: number;
  readonly asOfMs: number;
  /** The question that the figures answer, as it was asked. */
  readonly question: Readonly<Record<string, unknown>>;
  /** The figures, as they were made. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** Ids of all issues that were counted. They show nobody anything, and tell who may see the figures. */
  readonly issues: readonly string[];
  readonly hash: string;
}

export type PinStore = ReturnType<typeof pinStore>;

/** Of one saved report. */
export const MAX_PINS = 50;

export function pinStore(db: ServerDb) {
  const pinsWith = async (condition: Partial<ServerTables['pins']>) =>
    (await find({ db }, 'pins', condition, 'as_of', 'created', 'id')).map(pinOf);

  return {
    /** Oldest first. */
    ofReport: (report: string) => pinsWith({ report }),
    get: async (id: string): Promise<Pin | null> => (await pinsWith({ id }))[0] ?? null,

    /** How many a saved report has, and as of when the latest is. */
    async countOf(report: string): Promise<{ count: number; latestMs: number | null }> {
      const row = await db
        .selectFrom('pins')
        .select(({ fn }) => [fn.countAll().as('count'), fn.max('as_of').as('latest')])
        .where('report', '=', report)
        .executeTakeFirst();
      const latest = row?.latest ?? null;
      return { count: Number(row?.count ?? 0), latestMs: latest === null ? null : Number(latest) };
    },

    /** @throws StoreError 'conflict' where the saved report has as many as it may have, or is gone. */
    async add(pin: Pin): Promise<void> {
      const { id, report } = pin;
      await db.insertInto('pins').values(rowOf(pin)).execute();
      const all = await find({ db }, 'pins', { report });
      const exists = await find({ db }, 'saved_reports', { id: report });
      if (all.length <= MAX_PINS && exists.length > 0) return;
      // Checked after the write: of several that are added at once none is one too many.
      await remove({ db }, 'pins', { id });
      throw new StoreError(
        'conflict',
        exists.length > 0
          ? `A saved report has at most ${MAX_PINS} pins. Remove one first.`
          : 'The saved report was deleted.',
      );
    },

    /** Whether there was one. */
    remove: async (id: string): Promise<boolean> => (await remove({ db }, 'pins', { id })) > 0,

    /** For an account that is gone: its name could be given to somebody else. */
    async disown(owner: string): Promise<void> {
      await sql`update pins set owner = null where owner = ${owner}`.execute(db);
    },
  };
}

const pack = (value: unknown): string =>
  deflateRawSync(JSON.stringify(value)).toString('base64url');

const unpack = (text: string) => JSON.parse(String(inflateRawSync(Buffer.from(text, 'base64url'))));

/** Ascending ids as differences, most of which are 1. */
function differences(ids: readonly string[]): readonly number[] {
  const sorted = ids.map(Number).sort((a, b) => a - b);
  return sorted.map((id, at) => id - (sorted[at - 1] ?? 0));
}

function idsOf(packed: readonly number[]): readonly string[] {
  let last = 0;
  return packed.map(step => {
    last += step;
    return String(last);
  });
}

const rowOf = (pin: Pin): ServerTables['pins'] => ({
  id: pin.id,
  report: pin.report,
  owner: pin.owner,
  note: pin.note,
  created: pin.createdMs,
  as_of: pin.asOfMs,
  question: JSON.stringify(pin.question),
  content: pack({ figures: pin.figures, issues: differences(pin.issues) }),
  hash: pin.hash,
});

function pinOf(row: ServerTables['pins']): Pin {
  const { figures, issues } = unpack(row.content);
  return {
    id: row.id,
    report: row.report,
    owner: row.owner,
    note: row.note,
    createdMs: row.created,
    asOfMs: row.as_of,
    question: JSON.parse(row.question),
    figures,
    issues: idsOf(issues),
    hash: row.hash,
  };
}
