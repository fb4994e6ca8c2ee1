import { sql } from 'kysely';
import { type DbContext, writeEntities } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { ingestDashboard } from '../dashboards/ingest-dashboard.ts';
import { idNumbers } from '../engine.ts';
import { checkIssue, deriveIssue, type IssueRows } from '../issues/derive-issue.ts';
import { replaceIssues } from '../issues/issue-rows.ts';
import { References } from '../issues/references.ts';
import { find, idCounter, update } from '../query.ts';
import type { RecordIssue, StoreRecord } from '../records.ts';
import { asObject, asText } from '../shapes.ts';
import { StoreError } from '../store-error.ts';
import { upsertEntity } from './upsert-entity.ts';

/** Records per transaction: enough to amortize the commit, few enough for memory and waiting readers. */
const BATCH_SIZE = 1000;

interface IndexedRecord {
  index: number;
  record: StoreRecord;
}

export interface IngestProblem {
  kind: StoreRecord['kind'] | 'unknown';
  /** If readable. */
  record: string;
  /** Position in the sequence, from 0: the importer turns it into file and line. */
  index: number;
  message: string;
}

/** Records by kind. */
export type Counts = Record<string, number>;

/** Returns the number of records added. */
export function addCounts(counts: Counts, more: Counts): number {
  let added = 0;
  for (const [kind, count] of Object.entries(more)) {
    counts[kind] = (counts[kind] ?? 0) + count;
    added += count;
  }
  return added;
}

export interface IngestResult {
  counts: Counts;
  /** A record with a problem is not written at all. */
  problems: IngestProblem[];
}

export interface IngestSettings {
  /** Called after each batch with the number of records written so far. */
  onProgress?: (written: number) => void;
  onProblem?: (problem: IngestProblem) => void;
  signal?: AbortSignal;
  /**
   * The site of the records, e.g. the host of their `self` links or the name of an export. Two sites use the same ids
   * for different things: an id that another source uses under another name gets a new one, the same at every later
   * ingest of this source, also in documents and histories.
   */
  source?: string;
}

/**
 * Writes records, one transaction per batch. Known ids are updated; missing entities that a record refers to are created.
 * A record that cannot be written is reported and skipped as a whole.
 */
export async function ingest(
  context: StoreContext,
  records: Iterable<StoreRecord> | AsyncIterable<StoreRecord>,
  settings: IngestSettings = {},
): Promise<IngestResult> {
  const result: IngestResult = { counts: {}, problems: [] };
  const report = (problem: IngestProblem) => {
    result.problems.push(problem);
    settings.onProblem?.(problem);
  };
  let written = 0;
  const flush = async (batch: IndexedRecord[]) => {
    const counts = await writeBatch(context, batch, settings.source ?? '', report);
    written += addCounts(result.counts, counts);
    settings.onProgress?.(written);
  };
  let batch: IndexedRecord[] = [];
  let index = 0;
  for await (const record of records) {
    settings.signal?.throwIfAborted();
    batch.push({ index, record });
    index += 1;
    if (batch.length < BATCH_SIZE) continue;
    await flush(batch);
    batch = [];
  }
  if (batch.length > 0) await flush(batch);
  if (written > 1000) await context.engine.analyze();
  return result;
}

/** One batch in one transaction. If the database refuses it, its records are tried one by one. */
async function writeBatch(
  context: StoreContext,
  batch: IndexedRecord[],
  source: string,
  report: (problem: IngestProblem) => void,
): Promise<Counts> {
  const problems: IngestProblem[] = [];
  try {
    const counts = await context.write(trx => insertRecords(trx, batch, source, problems));
    problems.forEach(report);
    return counts;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    const [only] = batch;
    if (batch.length === 1 && only) {
      report(problemOf(only, error));
      return {};
    }
    const counts: Counts = {};
    for (const one of batch) addCounts(counts, await writeBatch(context, [one], source, report));
    return counts;
  }
}

/** The disk is full, broken or gone: the next record would fail too. */
function isStorageFailure(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT)|53100$|53200$|57P|08)/.test(code);
}

function problemOf({ index, record }: IndexedRecord, error: unknown): IngestProblem {
  const { key, id, accountId, name } = asObject(asObject(record)?.value) ?? {};
  return {
    kind: asObject(record)?.kind ? record.kind : 'unknown',
    record: [key, id, accountId, name].map(asText).find(text => text !== null) ?? '?',
    index,
    message: error instanceof Error ? error.message : String(error),
  };
}

/**
 * Writes records in one transaction between `before` and `after`. If the database refuses a record, it is reported and
 * the others are written one by one; `after` then runs last, so that the progress it writes never exceeds the stored records.
 */
export async function ingestBetween(
  context: StoreContext,
  records: readonly StoreRecord[],
  source: string,
  { before, after }: Record<'before' | 'after', (trx: DbContext) => Promise<void>>,
): Promise<IngestResult> {
  const batch = records.map((record, index) => ({ index, record }));
  const problems: IngestProblem[] = [];
  try {
    const counts = await context.write(async trx => {
      await before(trx);
      const written = await insertRecords(trx, batch, source, problems, true);
      await after(trx);
      return written;
    });
    return { counts, problems };
  } catch (error) {
    if (error instanceof StoreError || isStorageFailure(error) || batch.length === 0) throw error;
  }
  await context.write(before);
  const result = await ingest(context, records, { source });
  await context.write(after);
  return result;
}

async function insertRecords(
  trx: DbContext,
  batch: IndexedRecord[],
  source: string,
  problems: IngestProblem[],
  wholeRecords = false,
): Promise<Counts> {
  const aliases = await readAliases(trx, source);
  const refs = new References(trx.catalogue, { aliases, source, wholeRecords });
  const issueIds = await issueIdsOf(trx, batch);
  const textIds = await idCounter(trx, 'texts');
  const issues = new Map<number, IssueRows>();
  const counts: Counts = {};
  for (const numbered of batch) {
    refs.mark();
    try {
      const { record } = numbered;
      if (record.kind === 'issue') {
        const id = issueIds.idOf(record.value);
        issues.set(id, deriveIssue(record.value, id, refs, textIds));
      } else if (record.kind === 'dashboard') {
        await ingestDashboard(trx, source, record.value);
      } else {
        upsertEntity(record, refs);
      }
      addCounts(counts, { [record.kind]: 1 });
    } catch (error) {
      refs.rollback();
      problems.push(problemOf(numbered, error));
    }
  }
  if (refs.changed.size > 0) await writeEntities(trx, refs.changed.values());
  if (refs.newAliases.length > 0) await trx.engine.insertMany(trx.db, 'aliases', refs.newAliases);
  await replaceIssues(trx, [...issues.values()]);
  await moveKeys(trx, issueIds.moved);
  return counts;
}

async function readAliases(trx: DbContext, source: string): Promise<Map<string, string>> {
  const rows = await find(trx, 'aliases', { source });
  return new Map(rows.map(row => [`${row.source}/${row.kind}/${row.id}`, row.own_id]));
}

/** Updates the links and parents that name issues which moved to another project. */
async function moveKeys(trx: DbContext, moved: { from: string; to: string }[]): Promise<void> {
  for (const { from, to } of moved) {
    await update(trx, 'issues', { parent_key: from }, { parent_key: to });
    await update(trx, 'issue_links', { other_key: from }, { other_key: to });
  }
}

/**
 * Finds the stored issue of a record: by key, else by id and creation time (the issue moved to another project). An id
 * that is taken or not a number is replaced by a free one.
 */
async function issueIdsOf(trx: DbContext, batch: readonly IndexedRecord[]) {
  const issues = batch.flatMap(({ record }) => (record?.kind === 'issue' ? [record.value] : []));
  const isSameKey = trx.engine.idIn(
    'key',
    issues.map(issue => String(issue?.key).toUpperCase()),
  );
  const isSameId = trx.engine.idIn('id', idNumbers(issues.map(issue => issue?.id)));
  const known =
    issues.length > 0 ? await find(trx, 'issues', sql`${isSameKey} or ${isSameId}`) : [];
  const nextId = await idCounter(trx, 'issues');
  const byKey = new Map(known.map(issue => [issue.key, issue.id]));
  const byId = new Map(known.map(({ id, key, created }) => [id, { key, created }]));
  const moved: { from: string; to: string }[] = [];
  const idOf = (record: RecordIssue): number => {
    const { key, created } = checkIssue(record);
    const sameKey = byKey.get(key);
    if (sameKey !== undefined) return sameKey;
    let id = Number(record.id);
    const sameId = byId.get(id);
    if (sameId?.created === created) {
      moved.push({ from: sameId.key, to: key });
      byKey.delete(sameId.key);
    } else {
      while (!Number.isSafeInteger(id) || id <= 0 || byId.has(id)) id = nextId();
    }
    byKey.set(key, id);
    byId.set(id, { key, created });
    return id;
  };
  return { idOf, moved };
}
