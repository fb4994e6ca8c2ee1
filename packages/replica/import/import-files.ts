import type { Repair } from '@tallyboard/records/values.ts';
import { addCounts, type RecordBatch } from '../data/ingest/ingest.ts';
import { NumberSet } from '../data/ingest/seen-issues.ts';
import type { StoreRecord } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import { type Place, pendingAttachments } from './attach.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import type { Piece } from './json-pieces.ts';
import { type PieceBatch, pieceBatch, readAhead } from './piece-batch.ts';
import { readPieces } from './read-file.ts';
import { type KnownFields, knownFields, readRecord } from './read-record.ts';
import { fieldsOf, ORDER, type RecognisedValue, recognise } from './recognise.ts';
import { beginImport, endImport } from './unfinished.ts';
import { whyIgnored } from './why-ignored.ts';

/** Limits of the text that is written in one transaction. */
const MAX_BATCH_LENGTH = 8_000_000;
const MAX_BATCH_PIECES = 4000;

/** Imports of this size build the indexes after the rows. */
const MIN_BULK_BYTES = 10_000_000;

/** Where a record is in the imported files. */
interface RecordPlace extends Place {
  /** Its name; '?' if it cannot be read. */
  readonly record: string;
}

export interface ImportProblem extends RecordPlace {
  readonly message: string;
}

/** A changed field of an imported record. */
export interface ImportRepair extends Repair, RecordPlace {}

export interface ImportProgress {
  file: string;
  bytes: number;
  totalBytes: number;
  records: number;
  /** All files are read, and the indexes are being built. */
  isIndexing: boolean;
}

export interface ImportSettings {
  onProgress?: (progress: ImportProgress) => void;
  onProblem?: (problem: ImportProblem) => void;
  onRepair?: (repair: ImportRepair) => void;
  /** Called once all records are written, before the indexes are built. */
  onWritten?: (result: ImportResult) => Promise<void>;
  /** Runs while the indexes are built, after issues were written; not called for small imports, and where issues were stored. */
  beside?: () => Promise<void>;
  signal?: AbortSignal;
}

export interface ImportResult {
  /** Records written, by kind; an issue counts once for each file with a part of it. */
  counts: Record<string, number>;
  problems: number;
  repairs: number;
  /** Files without Jira data. */
  ignored: { file: string; why: string }[];
  /** Custom fields of issues that no list names. */
  unnamedFields: number;
}

/**
 * Imports Jira replies and exports from files and folders, plain or gzipped: search replies, arrays and JSON lines of
 * issues; lists of fields, statuses, projects, boards and sprints. Streams one file after another. Invalid records are
 * skipped and go to `onProblem`; changed fields go to `onRepair`. @throws if a path cannot be read, before anything is
 * written.
 */
export async function importFiles(
  store: Store,
  paths: readonly string[],
  settings: ImportSettings = {},
): Promise<ImportResult> {
  const files = await findFiles(paths);
  const result: ImportResult = {
    counts: {},
    problems: 0,
    repairs: 0,
    ignored: [],
    unnamedFields: 0,
  };
  let known: KnownFields = new Map();
  const totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let bytesRead = 0;
  let records = 0;
  const isNewKey = keySet();
  // Imported keys by site and id; only for separate histories or worklogs.
  const keys = files.some(({ stage }) => stage === 'attachment') ? new Map<string, string>() : null;

  /** Problems and repairs of this piece have been reported. */
  let isReread = false;

  const report = ({ file, line }: Place, record: string, message: string) => {
    if (isReread) return;
    result.problems += 1;
    settings.onProblem?.({ file, line, record, message });
  };
  const noteRepair = (repair: ImportRepair) => {
    if (isReread) return;
    result.repairs += 1;
    settings.onRepair?.(repair);
  };
  const reportProgress = ({ path }: FoundFile) => {
    const bytes = Math.min(bytesRead, totalBytes);
    settings.onProgress?.({ file: path, bytes, totalBytes, records, isIndexing: false });
  };
  const reportIndexing = () =>
    settings.onProgress?.({ file: '', bytes: totalBytes, totalBytes, records, isIndexing: true });

  function parse({ text, cut }: Piece, place: Place): unknown {
    if (cut) {
      report(place, '?', 'The file ends within this record.');
      return undefined;
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      report(place, nameIn(text), `This is not JSON: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** The pieces of a file, in batches, up to a failure. */
  async function* piecesOf(
    { path }: FoundFile,
    onFailure: (failure: unknown) => void,
  ): AsyncGenerator<PieceBatch> {
    const onBytes = (bytes: number) => {
      bytesRead += bytes;
    };
    let pieces: Piece[] = [];
    let length = 0;
    try {
      for await (const piece of readPieces(path, onBytes)) {
        pieces.push(piece);
        length += piece.text.length;
        if (length < MAX_BATCH_LENGTH && pieces.length < MAX_BATCH_PIECES) continue;
        yield pieceBatch(pieces);
        pieces = [];
        length = 0;
      }
    } catch (error) {
      settings.signal?.throwIfAborted();
      onFailure(error);
    }
    yield pieceBatch(pieces);
  }

  function recognised(value: unknown, place: Place): RecognisedValue[] {
    try {
      const found = recognise(value, place.file);
      // The header of a table dump is not a problem.
      if (found.length === 0 && !isTableHead(value))
        report(place, nameOf(value), 'This is not a Jira record.');
      return found;
    } catch (error) {
      report(place, nameOf(value), messageOf(error));
      return [];
    }
  }

  /** The record in Jira's own form; null if it cannot be read. */
  function readable(record: StoreRecord, place: Place): StoreRecord | null {
    const name = nameOf(record.value);
    try {
      return readRecord(record, known, repair => noteRepair({ ...place, record: name, ...repair }));
    } catch (error) {
      const end = record.kind === 'issue' ? ' The issue is left out.' : '';
      report(place, name, `${messageOf(error)}${end}`);
      return null;
    }
  }

  /** `places` gets the place of each record. */
  async function* batchesOf(
    file: FoundFile,
    places: Map<number, Place>,
  ): AsyncGenerator<RecordBatch> {
    let index = 0;
    const numbered = (record: StoreRecord, place: Place) => {
      places.set(index++, place);
      return record;
    };
    /** When a batch is read again, its records get the same numbers. */
    const batchOf = (read: () => Iterable<StoreRecord>): RecordBatch => {
      const first = index;
      return () => {
        index = first;
        return read();
      };
    };
    const attachments = pendingAttachments(store, id => keys?.get(`${file.source}/${id}`));

    function recordsOf(piece: Piece, ahead: unknown): { record: StoreRecord; place: Place }[] {
      const place = { file: file.path, line: piece.line };
      // What a reply says beside its list was read before.
      const value = piece.of === 'reply' ? undefined : (ahead ?? parse(piece, place));
      return (value === undefined ? [] : recognised(value, place)).flatMap(given => {
        if (given.kind === 'attachment') {
          if (!isReread) attachments.add(given, place);
          return [];
        }
        const record = readable(given, place);
        if (record === null) return [];
        if (record.kind === 'issue') {
          const { id, key } = record.value;
          keys?.set(`${file.source}/${id}`, key);
          const repeated = { field: 'key', what: 'is repeated in this import', isLoss: false };
          if (!isReread && !isNewKey(String(key)))
            noteRepair({ ...place, record: key, ...repeated, done: 'the last one is taken' });
        }
        return { record, place };
      });
    }

    function batchOfPieces({ pieces, takeParsed }: PieceBatch): RecordBatch {
      let doneBefore = 0;
      function* read(): Generator<StoreRecord> {
        for (const [at, piece] of pieces.entries()) {
          isReread = at < doneBefore;
          const records = recordsOf(piece, takeParsed(at));
          isReread = false;
          doneBefore = Math.max(doneBefore, at + 1);
          for (const { record, place } of records) yield numbered(record, place);
        }
      }
      return batchOf(read);
    }

    async function* attached(): AsyncGenerator<RecordBatch> {
      for await (const completed of attachments.complete(report)) {
        const whole = completed.flatMap(({ record: given, place }) => {
          const record = readable(given, place);
          return record === null ? [] : { record, place };
        });
        yield batchOf(() => whole.map(({ record, place }) => numbered(record, place)));
      }
    }

    let failure: string | null = null;
    const pieceBatches = piecesOf(file, error => {
      failure = `The file cannot be read to its end: ${messageOf(error)}`;
    });
    for await (const batch of readAhead(pieceBatches)) {
      yield batchOfPieces(batch);
      if (attachments.full) yield* attached();
    }
    if (failure !== null) report({ file: file.path, line: 0 }, '?', failure);
    yield* attached();
  }

  async function importFile(file: FoundFile): Promise<void> {
    const places = new Map<number, Place>();
    const writtenBefore = records;
    const { counts } = await store.ingestBatches(batchesOf(file, places), {
      source: file.source,
      ...(settings.signal && { signal: settings.signal }),
      onProgress: written => {
        // No more problems can be reported for this batch.
        places.clear();
        records = writtenBefore + written;
        reportProgress(file);
      },
      onProblem: ({ index, record, message }) =>
        report(places.get(index) ?? { file: file.path, line: 0 }, record, message),
    });
    addCounts(result.counts, counts);
    reportProgress(file);
  }

  for (const { path, bytes, named } of files.filter(({ stage }) => stage === null)) {
    bytesRead += bytes;
    const why = await whyIgnored(path);
    if (named) report({ file: path, line: 0 }, '?', `No Jira data in this file: ${why}.`);
    else result.ignored.push({ file: path, why });
  }
  const importAll = async () => {
    for (const stage of ORDER) {
      const ofStage = files.filter(one => one.stage === stage);
      if (stage === 'issue') {
        await importFieldsOfReplies(store, ofStage);
        known = await knownFields(store);
      }
      for (const file of ofStage) await importFile(file);
    }
    result.unnamedFields = await countUnnamedFields(store);
    await settings.onWritten?.(result);
  };
  await beginImport(store, paths);
  if (totalBytes < MIN_BULK_BYTES) await importAll();
  else {
    const { beside } = settings;
    await store.bulkLoad(importAll, { onIndexes: reportIndexing, ...(beside && { beside }) });
  }
  await endImport(store, paths);
  return result;
}

/** Search replies may name their fields, which are those that no list describes. */
async function importFieldsOfReplies(store: Store, files: readonly FoundFile[]): Promise<void> {
  for (const file of files.filter(({ isReply }) => isReply)) {
    const described = await fieldsOfFile(file.path);
    const records: StoreRecord[] = [];
    for (const record of described) {
      if (record.kind !== 'field') continue;
      const id = String(record.value.id);
      const listed = await store.catalogue.get('field', id);
      if (!listed || listed.name === id) records.push(record);
    }
    if (records.length > 0) await store.ingest(records, { source: file.source });
  }
}

/** The file's own failures are reported when its issues are read. */
async function fieldsOfFile(path: string): Promise<RecognisedValue[]> {
  const found: RecognisedValue[] = [];
  try {
    for await (const { text, of } of readPieces(path))
      if (of === 'reply') found.push(...fieldsOf(JSON.parse(text)));
  } catch {}
  return found;
}

/** Custom fields that only issues show, so that they have their ids for names; 0 where a list names any. */
async function countUnnamedFields({ catalogue }: Store): Promise<number> {
  const custom = (await catalogue.all('field')).filter(({ id }) => id.startsWith('customfield_'));
  const isListed = custom.some(({ id, name }) => name !== id && name !== 'Sprint');
  return isListed ? 0 : custom.filter(({ id, name }) => name === id).length;
}

function isTableHead(value: unknown): boolean {
  const data = (value as { data?: { null?: unknown } } | null)?.data;
  return Array.isArray(data?.null) && data.null[0] === 'id';
}

function nameOf(value: unknown): string {
  const { key, id, name } = (value ?? {}) as Record<string, unknown>;
  const found = key ?? id ?? name;
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '?';
}

function nameIn(text: string): string {
  return /"(?:key|id)"\s*:\s*"([^"]{1,80})"/.exec(text)?.[1] ?? '?';
}

/** Adds a key to a set; false if it was in it. */
function keySet(): (key: string) => boolean {
  const numbers = new NumberSet();
  return key => {
    const at = key.lastIndexOf('-');
    const number = Number(key.slice(at + 1));
    if (at < 0 || !Number.isSafeInteger(number) || number < 0) return true;
    return numbers.add(key.slice(0, at).toUpperCase(), number);
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
