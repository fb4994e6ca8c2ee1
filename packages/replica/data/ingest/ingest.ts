import { idNumbers } from '@tallyboard/database/engine.ts';
import { find } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { sql } from 'kysely';
import { type DbContext, refreshCatalogue, writeEntities } from '../catalogue.ts';
import type { BulkState, StoreContext } from '../context.ts';
import { ingestDashboard } from '../dashboards/ingest-dashboard.ts';
import { type ErasedId, readErased, withoutErased } from '../erasure/erased-people.ts';
import { checkIssue, deriveIssue, formerKeys, type IssueRows } from '../issues/derive-issue.ts';
import { deleteIssueRows, insertIssues } from '../issues/issue-rows.ts';
import { References } from '../issues/references.ts';
import type { RecordIssue, StoreRecord } from '../records.ts';
import { highestId, idCounter } from '../rows.ts';
import type { WriteContext } from '../segment-changes.ts';
import { asObject, asObjects, asText } from '../shapes.ts';
import { areTwoSites } from '../source.ts';
import type { Row } from '../tables.ts';
import { endBulkLoad } from './bulk-load.ts';
import {
  type IssueLists,
  lacksLists,
  listsOf,
  storedLists,
  withStoredLists,
} from './keep-lists.ts';
import { type MovedKey, moveKeys } from './move-keys.ts';
import { upsertEntity } from './upsert-entity.ts';

/** Records per transaction: enough to amortize the commit, few enough for memory and waiting readers. */
const BATCH_SIZE = 1000;

/**
 * Records of one transaction, read when they are written, so that a large batch may hold text only. Read again if the
 * database refuses one of them.
 */
export type RecordBatch = () => Iterable<StoreRecord>;

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
export const ingest = (
  context: StoreContext,
  records: Iterable<StoreRecord> | AsyncIterable<StoreRecord>,
  settings: IngestSettings = {},
): Promise<IngestResult> => ingestBatches(context, batchesOf(records, settings.signal), settings);

async function* batchesOf(
  records: Iterable<StoreRecord> | AsyncIterable<StoreRecord>,
  signal: AbortSignal | undefined,
): AsyncGenerator<RecordBatch> {
  let batch: StoreRecord[] = [];
  for await (const record of records) {
    signal?.throwIfAborted();
    batch.push(record);
    if (batch.length < BATCH_SIZE) continue;
    const whole = batch;
    yield () => whole;
    batch = [];
  }
  if (batch.length > 0) yield () => batch;
}

/** The same with batches of the caller's size. The next one is asked for when the one before is written. */
export async function ingestBatches(
  context: StoreContext,
  batches: AsyncIterable<RecordBatch>,
  settings: IngestSettings = {},
): Promise<IngestResult> {
  const result: IngestResult = { counts: {}, problems: [] };
  let index = 0;
  let written = 0;
  for await (const batch of batches) {
    settings.signal?.throwIfAborted();
    const { counts, problems, size } = await writeBatch(
      context,
      batch,
      index,
      settings.source ?? '',
    );
    index += size;
    for (const problem of problems) {
      result.problems.push(problem);
      settings.onProblem?.(problem);
    }
    written += addCounts(result.counts, counts);
    settings.onProgress?.(written);
  }
  if (written > 1000 && !context.bulk.isActive)
    await context.write(trx => trx.engine.analyze(trx.db));
  return result;
}

type Written = IngestResult & { size: number };

/** Stored issues are to be replaced during a bulk load. */
class IndexesMissingError extends Error {}

/** One batch in one transaction. If the database refuses it, its records are tried one by one. */
async function writeBatch(
  context: StoreContext,
  batch: RecordBatch,
  index: number,
  source: string,
): Promise<Written> {
  const writeOnce = (chunkSize: number, writeChunk: typeof insertRecords) =>
    context.write(async trx => {
      const session = await openSession(trx, source, context.bulk);
      const written: Written = { counts: {}, problems: [], size: 0 };
      for (const records of chunksOf(batch(), chunkSize)) {
        const chunk = records.map((record, at) => ({ index: index + written.size + at, record }));
        addCounts(written.counts, await writeChunk(session, chunk, written.problems));
        written.size += chunk.length;
      }
      await writeReferences(session);
      return written;
    });
  const write: typeof writeOnce = async (chunkSize, writeChunk) => {
    try {
      return await writeOnce(chunkSize, writeChunk);
    } catch (error) {
      if (!(error instanceof IndexesMissingError)) throw error;
      await endBulkLoad(context);
      return writeOnce(chunkSize, writeChunk);
    }
  };
  try {
    return await write(context.engine.recordsPerInsert, insertRecords);
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    return write(1, insertOrReport);
  }
}

function* chunksOf<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** What the chunks of one transaction share. */
interface Session {
  readonly trx: WriteContext;
  readonly source: string;
  /** Entities that the records name. */
  refs: References;
  textId: () => number;
  highestIssueId: number;
  highestWorklogId: number;
  /** Written history names, see `insertIssues`. */
  names: Set<string>;
  readonly bulk: BulkState;
  /** Null where nobody was erased. */
  readonly erased: ErasedId | null;
}

async function openSession(
  trx: WriteContext,
  source: string,
  bulk: BulkState,
  wholeRecords = false,
): Promise<Session> {
  const { aliases, claims } = await readAliases(trx, source);
  const refs = new References(trx.catalogue, { aliases, claims, source, wholeRecords });
  const textId = await idCounter(trx, 'texts');
  const highestIssueId = await highestId(trx, 'issues');
  const highestWorklogId = 0;
  const erased = await readErased(trx);
  const highest = { highestIssueId, highestWorklogId };
  return { trx, source, refs, textId, ...highest, names: new Set(), bulk, erased };
}

/** Writes the entities that the session's records have added or changed. */
async function writeReferences({ trx, refs }: Session): Promise<void> {
  if (refs.changed.size > 0) await writeEntities(trx, refs.changed.values());
  if (refs.newAliases.length > 0) await trx.engine.insertMany(trx.db, 'aliases', refs.newAliases);
  refs.changed.clear();
  refs.newAliases.length = 0;
}

/** A savepoint for each record makes SQLite copy every page that it changes: only for a batch that was refused. */
async function insertOrReport(
  session: Session,
  [only]: readonly IndexedRecord[],
  problems: IngestProblem[],
): Promise<Counts> {
  const { trx, source } = session;
  if (!only) return {};
  await sql`savepoint record`.execute(trx.db);
  try {
    const counts = await insertRecords(session, [only], problems);
    await writeReferences(session);
    // The result of inserts that do not wait.
    await sql`select 1`.execute(trx.db);
    return counts;
  } catch (error) {
    if (isStorageFailure(error) || error instanceof IndexesMissingError) throw error;
    await sql`rollback to savepoint record`.execute(trx.db);
    // The catalogue holds entities that were rolled back.
    trx.catalogue.version = -1;
    await refreshCatalogue(trx);
    Object.assign(session, await openSession(trx, source, session.bulk));
    problems.push(problemOf(only, error));
    return {};
  } finally {
    await sql`release savepoint record`.execute(trx.db);
  }
}

/** The disk is full, broken or gone, or the database is locked: the next record would fail too. */
function isStorageFailure(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return /^(SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN|CORRUPT)|53100$|53200$|57P|08)/.test(code);
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
  { before, after }: Record<'before' | 'after', (trx: WriteContext) => Promise<void>>,
): Promise<IngestResult> {
  const batch = records.map((record, index) => ({ index, record }));
  const problems: IngestProblem[] = [];
  try {
    const counts = await context.write(async trx => {
      await before(trx);
      const session = await openSession(trx, source, context.bulk, true);
      const written = await insertRecords(session, batch, problems);
      await writeReferences(session);
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
  session: Session,
  given: readonly IndexedRecord[],
  problems: IngestProblem[],
): Promise<Counts> {
  const { trx, source, refs, textId, names, bulk, erased } = session;
  const batch = erased
    ? given.map(each => ({ ...each, record: withoutErased(each.record, erased) }))
    : given;
  const issueIds = await issueIdsOf(session, batch);
  if (bulk.isActive && issueIds.known.length > 0) throw new IndexesMissingError();
  const isPartial = batch.some(
    ({ record }) => record?.kind === 'issue' && lacksLists(record.value),
  );
  const lists = isPartial ? await storedLists(trx, issueIds.known) : new Map<number, IssueLists>();
  await aliasWorklogs(session, batch);
  const issues = new Map<number, IssueRows>();
  const counts: Counts = {};
  for (const numbered of batch) {
    refs.mark();
    try {
      const { record } = numbered;
      if (record.kind === 'issue') {
        const id = issueIds.idOf(record.value);
        const whole = withStoredLists(record.value, lists.get(id));
        issues.set(id, deriveIssue(whole, id, refs, textId));
        if (isPartial) lists.set(id, listsOf(whole));
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
  if (issueIds.known.length > 0) await deleteIssueRows(trx, [...issues.keys()]);
  await insertIssues(trx, [...issues.values()], names);
  await moveKeys(trx, issueIds.moved);
  return counts;
}

/** Rows of one id are claims, see `References.pastId`. */
async function readAliases(trx: DbContext, source: string) {
  const rows = await find(trx, 'aliases', sql`source = ${source} or id = own_id`);
  const aliases = new Map<string, string>();
  const claims = new Map<string, string>();
  for (const row of rows)
    if (row.id === row.own_id) claims.set(`${row.kind}/${row.id}`, row.source);
    else aliases.set(`${row.source}/${row.kind}/${row.id}`, row.own_id);
  return { aliases, claims };
}

/** Above the ids of every Jira. */
const FIRST_OWN_WORKLOG = 1e12;

/** Ids of worklogs that another site has get new ones. */
async function aliasWorklogs(session: Session, batch: readonly IndexedRecord[]): Promise<void> {
  const { trx, refs, source } = session;
  const projects = trx.catalogue.all('project').filter(each => areTwoSites(each.source, source));
  if (projects.length === 0) return;
  const given = batch.flatMap(({ record }) =>
    record?.kind === 'issue' ? asObjects(asObject(record.value?.fields?.worklog)?.worklogs) : [],
  );
  const ids = given.flatMap(({ id }) => asText(id) ?? []);
  const unnamed = ids.filter(id => refs.aliasOf('worklog', id) === null);
  const isOther = trx.engine.idIn(
    'project_id',
    projects.map(({ id }) => id),
  );
  const taken = await find(
    trx,
    'worklogs',
    sql`${trx.engine.idIn('id', idNumbers(unnamed))}
      and issue_id in (select id from issues where ${isOther})`,
  );
  if (taken.length > 0 && session.highestWorklogId === 0)
    session.highestWorklogId = Math.max(await highestId(trx, 'worklogs'), FIRST_OWN_WORKLOG);
  for (const id of new Set(taken.map(row => String(row.id))))
    refs.alias('worklog', id, String(++session.highestWorklogId));
}

type KnownIssue = Pick<Row<'issues'>, 'id' | 'key' | 'created'> & { readonly source: string };

/**
 * Finds the stored issue of a record: by the source's alias, by key, else by id and creation time (the issue moved to another
 * project). An id that another issue has, or that is not a number, is replaced by a free one.
 */
async function issueIdsOf(session: Session, batch: readonly IndexedRecord[]) {
  const { trx, refs, source } = session;
  const issues = batch.flatMap(({ record }) => (record?.kind === 'issue' ? [record.value] : []));
  const ownOf = (record: RecordIssue) => refs.aliasOf('issue', String(record?.id));
  const mayBeKnown = issues.filter(issue => !session.bulk.seen?.add(issue ?? {}));
  const known = mayBeKnown.length > 0 ? await knownIssues(trx, issues, ownOf) : [];
  const byKey = new Map(known.map(issue => [issue.key, issue]));
  const byId = new Map(known.map(issue => [issue.id, issue]));
  const moved: MovedKey[] = [];
  const move = (issue: KnownIssue, key: string) => {
    if (issue.key !== key) moved.push({ from: issue.key, to: key });
    byKey.delete(issue.key);
    return issue.id;
  };
  const find = (record: RecordIssue, key: string, created: number): number => {
    const alias = byId.get(Number(ownOf(record)));
    if (alias) return move(alias, key);
    const sameKey = byKey.get(key);
    if (sameKey) {
      const isSame = Number(record.id) === sameKey.id && created === sameKey.created;
      if (isSame || !areTwoSites(source, sameKey.source)) return sameKey.id;
      throw new Error(
        `The store has ${key} of another site, ${sameKey.source}. Import ${source} into a folder of its own.`,
      );
    }
    const sameId = byId.get(Number(record.id));
    if (sameId && isMoved(record, created, sameId, source)) return move(sameId, key);
    return freeId(session, record, byId);
  };
  const idOf = (record: RecordIssue): number => {
    const { key, created } = checkIssue(record);
    const id = find(record, key, created);
    session.highestIssueId = Math.max(session.highestIssueId, id);
    const issue = { id, key, created, source };
    byKey.set(key, issue);
    byId.set(id, issue);
    return id;
  };
  return { idOf, moved, known: known.map(({ id }) => id) };
}

/** Stored issues with a key, an id or an alias of these. Their source is that of their project. */
async function knownIssues(
  trx: WriteContext,
  issues: readonly RecordIssue[],
  aliasOf: (issue: RecordIssue) => string | null,
): Promise<KnownIssue[]> {
  const isSameKey = trx.engine.idIn(
    'key',
    issues.map(issue => String(issue?.key).toUpperCase()),
  );
  const ids = issues.flatMap(issue => [issue?.id, aliasOf(issue) ?? issue?.id]);
  const isSameId = trx.engine.idIn('id', idNumbers([...new Set(ids)]));
  const rows = await find(trx, 'issues', sql`${isSameKey} or ${isSameId}`);
  return rows.map(({ id, key, created, project_id }) => ({
    id,
    key,
    created,
    source: trx.catalogue.get('project', project_id)?.source ?? '',
  }));
}

/** Whether an issue of the same id is this one before a move: two sites count their ids from the same number. */
const isMoved = (record: RecordIssue, created: number, stored: KnownIssue, source: string) =>
  stored.created === created &&
  (stored.source === source ||
    stored.source === '' ||
    source === '' ||
    formerKeys(record.changelog?.histories ?? [], '').includes(stored.key));

/** The record's id, or another one that the source's records get from now on. */
function freeId(
  session: Session,
  record: RecordIssue,
  taken: ReadonlyMap<number, unknown>,
): number {
  const given = Number(record.id);
  const isId = Number.isSafeInteger(given) && given > 0;
  if (isId && !taken.has(given)) return given;
  let id = session.highestIssueId + 1;
  while (taken.has(id)) id += 1;
  if (isId && session.source !== '') session.refs.alias('issue', String(record.id), String(id));
  return id;
}
