import { sql } from 'kysely';
import { type Catalogue, refreshCatalogue, writeEntities } from './catalogue.ts';
import { takeDashboard } from './dashboard-seed.ts';
import { checkIssue, deriveIssue, type IssueRows } from './derive-issue.ts';
import type { Engine } from './engine.ts';
import { takeEntity } from './ingest-entity.ts';
import { replaceIssues } from './issue-rows.ts';
import type { RecordIssue, StoreRecord } from './records.ts';
import { References } from './references.ts';
import type { Row } from './schema.ts';
import { asObject, asText } from './shapes.ts';
import { type IngestProblem, type IngestResult, type IngestSettings, StoreError } from './store.ts';
import type { Write } from './writes.ts';

/** Records per transaction: large enough to share a commit, small enough to keep memory flat and readers waiting briefly. */
const batchSize = 1000;

interface Numbered {
  index: number;
  record: StoreRecord;
}

/** Takes records in, batch by batch; see Store.ingest. */
export async function ingest(
  engine: Engine,
  catalogue: Catalogue,
  write: Write,
  records: Iterable<StoreRecord> | AsyncIterable<StoreRecord>,
  settings: IngestSettings = {},
): Promise<IngestResult> {
  const result: IngestResult = { counts: {}, problems: [] };
  const report = (problem: IngestProblem) => {
    result.problems.push(problem);
    settings.onProblem?.(problem);
  };
  let landed = 0;
  const land = async (batch: Numbered[]) => {
    const done = await landBatch(engine, catalogue, write, batch, settings.source ?? '', report);
    for (const [kind, count] of done) {
      result.counts[kind] = (result.counts[kind] ?? 0) + count;
      landed += count;
    }
    settings.onProgress?.(landed);
  };
  let batch: Numbered[] = [];
  let index = 0;
  for await (const record of records) {
    settings.signal?.throwIfAborted();
    batch.push({ index, record });
    index += 1;
    if (batch.length < batchSize) continue;
    await land(batch);
    batch = [];
  }
  if (batch.length > 0) await land(batch);
  if (landed > 1000) await engine.analyze();
  return result;
}

/** One batch in one transaction. If the database refuses it, its records are tried one by one, so that one alone is lost. */
async function landBatch(
  engine: Engine,
  catalogue: Catalogue,
  write: Write,
  batch: Numbered[],
  source: string,
  report: (problem: IngestProblem) => void,
): Promise<Map<string, number>> {
  const problems: IngestProblem[] = [];
  try {
    const counts = await write(trx => landRecords(engine, catalogue, trx, batch, source, problems));
    problems.forEach(report);
    return counts;
  } catch (error) {
    // What the failed transaction left in memory is read anew.
    catalogue.version = -1;
    await refreshCatalogue(engine.db, catalogue);
    if (isOfStorage(error)) throw error;
    const [only] = batch;
    if (batch.length === 1 && only) {
      report(problemOf(only, error));
      return new Map();
    }
    const counts = new Map<string, number>();
    for (const one of batch) {
      for (const [kind, count] of await landBatch(
        engine,
        catalogue,
        write,
        [one],
        source,
        report,
      )) {
        counts.set(kind, (counts.get(kind) ?? 0) + count);
      }
    }
    return counts;
  }
}

/** The disk is full, broken or gone: no record is to blame, and the next one would fare no better. */
function isOfStorage(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT)|53100$|53200$|57P|08)/.test(code);
}

function problemOf({ index, record }: Numbered, error: unknown): IngestProblem {
  const value = asObject(asObject(record)?.value);
  return {
    kind: asObject(record)?.kind ? record.kind : 'unknown',
    record:
      asText(value?.key) ??
      asText(value?.id) ??
      asText(value?.accountId) ??
      asText(value?.name) ??
      '?',
    index,
    message: error instanceof Error ? error.message : String(error),
  };
}

type Trx = Parameters<Parameters<Write>[0]>[0];

/** What goes into the same transaction, before the records and after them. */
interface Around {
  before(trx: Trx): Promise<void>;
  after(trx: Trx): Promise<void>;
}

/**
 * Takes a few records in as one transaction with what stands around them. Where the database refuses a record, that one
 * is reported and left out; `after` is then written last, so that it never says more than what is there.
 */
export async function landTogether(
  engine: Engine,
  catalogue: Catalogue,
  write: Write,
  records: readonly StoreRecord[],
  source: string,
  { before, after }: Around,
): Promise<IngestResult> {
  const batch = records.map((record, index) => ({ index, record }));
  const problems: IngestProblem[] = [];
  try {
    const counts = await write(async trx => {
      await before(trx);
      const landed = await landRecords(engine, catalogue, trx, batch, source, problems, true);
      await after(trx);
      return landed;
    });
    return { counts: Object.fromEntries(counts), problems };
  } catch (error) {
    if (error instanceof StoreError || isOfStorage(error) || batch.length === 0) throw error;
  }
  problems.length = 0;
  await write(before);
  const result = await ingest(engine, catalogue, write, records, { source });
  await write(after);
  return result;
}

async function landRecords(
  engine: Engine,
  catalogue: Catalogue,
  trx: Trx,
  batch: Numbered[],
  source: string,
  problems: IngestProblem[],
  wholeRecords = false,
): Promise<Map<string, number>> {
  const aliases = await readAliases(trx, source);
  const refs = new References(catalogue, aliases, source, { wholeRecords });
  const issueIds = await IssueIds.read(engine, trx, batch);
  const textIds = await counterAfter(trx, 'texts');
  const issues = new Map<number, IssueRows>();
  const counts = new Map<string, number>();
  for (const numbered of batch) {
    refs.mark();
    try {
      const { record } = numbered;
      if (record.kind === 'issue') {
        const id = issueIds.idOf(record.value);
        issues.set(id, deriveIssue(record.value, id, refs, textIds));
      } else if (record.kind === 'dashboard') {
        await takeDashboard(trx, source, record.value);
      } else {
        takeEntity(record, refs);
      }
      counts.set(record.kind, (counts.get(record.kind) ?? 0) + 1);
    } catch (error) {
      refs.rollback();
      problems.push(problemOf(numbered, error));
    }
  }
  if (refs.changed.size > 0) await writeEntities(trx, catalogue, refs.changed.values());
  if (refs.newAliases.length > 0) await engine.insertMany(trx, 'aliases', refs.newAliases);
  await replaceIssues(engine, trx, [...issues.values()]);
  await moveKeys(trx, issueIds.moved);
  return counts;
}

async function readAliases(trx: Trx, source: string): Promise<Map<string, string>> {
  const rows = await trx.selectFrom('aliases').selectAll().where('source', '=', source).execute();
  return new Map(
    rows.map((row: Row<'aliases'>) => [`${row.source}/${row.kind}/${row.id}`, row.own_id]),
  );
}

async function counterAfter(trx: Trx, table: 'texts' | 'issues'): Promise<() => number> {
  const row = await trx
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('highest'))
    .executeTakeFirst();
  let last = Number(row?.highest ?? 0);
  return () => {
    last += 1;
    return last;
  };
}

/** Issues that moved to another project: those that name them by key follow. */
async function moveKeys(trx: Trx, moved: { from: string; to: string }[]): Promise<void> {
  for (const { from, to } of moved) {
    await trx
      .updateTable('issues')
      .set({ parent_key: to })
      .where('parent_key', '=', from)
      .execute();
    await trx
      .updateTable('issue_links')
      .set({ other_key: to })
      .where('other_key', '=', from)
      .execute();
  }
}

interface KnownIssue {
  id: number;
  key: string;
  created: number;
}

/**
 * Which stored issue a record is. A known key decides; then a known id with the same creation time (the issue moved
 * to another project). An id that another issue has, or that is no number, is replaced by a free one.
 */
class IssueIds {
  readonly moved: { from: string; to: string }[] = [];
  readonly #byKey = new Map<string, KnownIssue>();
  readonly #byId = new Map<number, KnownIssue>();
  readonly #next: () => number;

  constructor(known: readonly KnownIssue[], next: () => number) {
    this.#next = next;
    for (const issue of known) this.#add(issue);
  }

  static async read(engine: Engine, trx: Trx, batch: readonly Numbered[]): Promise<IssueIds> {
    const issues = batch.flatMap(({ record }) => (record?.kind === 'issue' ? [record.value] : []));
    if (issues.length === 0) return new IssueIds([], () => 0);
    const keys = issues.map(issue => String(issue?.key).toUpperCase());
    const ids = issues.map(issue => Number(issue?.id)).filter(Number.isSafeInteger);
    const known = await trx
      .selectFrom('issues')
      .select(['id', 'key', 'created'])
      .where(
        sql<boolean>`(${engine.idIn(sql.ref('key'), keys)} or ${engine.idIn(sql.ref('id'), ids)})`,
      )
      .execute();
    return new IssueIds(known, await counterAfter(trx, 'issues'));
  }

  idOf(record: RecordIssue): number {
    const { key, created } = checkIssue(record);
    const sameKey = this.#byKey.get(key);
    if (sameKey) return sameKey.id;
    const given = Number(record.id);
    const sameId = this.#byId.get(given);
    if (sameId && sameId.created === created) {
      this.moved.push({ from: sameId.key, to: key });
      this.#byKey.delete(sameId.key);
      return this.#add({ id: given, key, created });
    }
    let id = given;
    while (!Number.isSafeInteger(id) || id <= 0 || this.#byId.has(id)) id = this.#next();
    return this.#add({ id, key, created });
  }

  #add(issue: KnownIssue): number {
    this.#byKey.set(issue.key, issue);
    this.#byId.set(issue.id, issue);
    return issue.id;
  }
}
