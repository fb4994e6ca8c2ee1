import { basename, dirname } from 'node:path';
import type { Repair } from '@tallyboard/records/values.ts';
import { addCounts, type RecordBatch } from '../data/ingest/ingest.ts';
import { NumberSet } from '../data/ingest/seen-issues.ts';
import type { StoreRecord } from '../data/records.ts';
import { asObject, type JsonObject } from '../data/shapes.ts';
import type { Store } from '../store/store.ts';
import { type Place, pendingAttachments } from './attach.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import type { Piece } from './json-pieces.ts';
import { ImportedLists, ListContent } from './parts.ts';
import { type PieceBatch, pieceBatch, readAhead } from './piece-batch.ts';
import { readPieces } from './read-file.ts';
import { type KnownFields, knownFields, readRecord } from './read-record.ts';
import {
  type Attachment,
  fieldsOf,
  isControlMessage,
  ORDER,
  type Page,
  pageOf,
  type RecognisedValue,
  recognise,
} from './recognise.ts';
import { beginImport, endImport } from './unfinished.ts';
import { unrecognised } from './unrecognised.ts';
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
  /** Records written, by kind; an issue counts once, also where its histories are in another file. */
  counts: Record<string, number>;
  problems: number;
  repairs: number;
  /** Files without Jira data. */
  ignored: { file: string; why: string }[];
  /** Custom fields of issues that no list names. */
  unnamedFields: number;
}

/** Who writes histories and worklogs of which there are more. */
interface PartOfIssue {
  readonly place: Place;
  readonly text: string;
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
  return new Import(store, await findFiles(paths), settings).run(paths);
}

class Import {
  readonly store: Store;
  readonly result: ImportResult = {
    counts: {},
    problems: 0,
    repairs: 0,
    ignored: [],
    unnamedFields: 0,
  };
  readonly isNewKey = keySet();
  /** Imported keys by site and id; only for separate histories or worklogs. */
  readonly keys: Map<string, string> | null;
  readonly lists = new ImportedLists();
  /** By issue and list: histories and worklogs of other files that are a part. */
  readonly parts = new Map<string, PartOfIssue>();
  /** Sites of which the last page of histories is among the files. */
  readonly historyEnds = new Set<string>();
  /** Problems and repairs of this piece have been reported. */
  isReread = false;
  readonly #files: readonly FoundFile[];
  readonly #settings: ImportSettings;
  readonly #totalBytes: number;
  #known: KnownFields = new Map();
  #bytesRead = 0;
  #records = 0;

  constructor(store: Store, files: readonly FoundFile[], settings: ImportSettings) {
    this.store = store;
    this.#files = files;
    this.#settings = settings;
    this.#totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
    this.keys = files.some(({ stage }) => stage === 'attachment') ? new Map() : null;
  }

  async run(paths: readonly string[]): Promise<ImportResult> {
    const { store } = this;
    for (const { path, bytes, named, first } of this.#files.filter(({ stage }) => stage === null)) {
      this.#bytesRead += bytes;
      const why = await whyIgnored(path, first);
      if (named) this.report({ file: path, line: 0 }, '?', `No Jira data in this file: ${why}.`);
      else this.result.ignored.push({ file: path, why });
    }
    await beginImport(store, paths);
    if (this.#totalBytes < MIN_BULK_BYTES) await this.#importAll();
    else {
      const { beside, onProgress } = this.#settings;
      const onIndexes = () => onProgress?.(this.#progressOf('', this.#totalBytes, true));
      await store.bulkLoad(() => this.#importAll(), { onIndexes, ...(beside && { beside }) });
    }
    await endImport(store, paths);
    return this.result;
  }

  async #importAll(): Promise<void> {
    for (const stage of ORDER) {
      const ofStage = this.#files.filter(one => one.stage === stage);
      if (stage === 'issue') {
        await importFieldsOfReplies(this.store, ofStage);
        this.#known = await knownFields(this.store);
      }
      if (stage === 'attachment')
        for (const file of ofStage)
          if (await hasHistoryEnd(file)) this.historyEnds.add(file.source);
      for (const file of ofStage) await this.#importFile(file);
    }
    for (const { place, text } of this.parts.values()) this.report(place, '?', text);
    for (const { file, text } of await this.lists.write(this.store))
      this.report({ file, line: 0 }, '?', text);
    this.result.unnamedFields = await countUnnamedFields(this.store);
    await this.#settings.onWritten?.(this.result);
  }

  async #importFile(file: FoundFile): Promise<void> {
    const { signal } = this.#settings;
    const batches = new FileBatches(this, file);
    const writtenBefore = this.#records;
    const { counts } = await this.store.ingestBatches(batches.read(), {
      source: file.source,
      ...(signal && { signal }),
      onProgress: written => {
        // No more problems can be reported for this batch.
        batches.places.clear();
        this.#records = writtenBefore + written;
        this.#reportProgress(file);
      },
      onProblem: ({ index, record, message }) =>
        this.report(batches.places.get(index) ?? { file: file.path, line: 0 }, record, message),
    });
    addCounts(this.result.counts, counts);
    const { issue = 0 } = this.result.counts;
    if (issue > 0) this.result.counts.issue = issue - batches.rewritten;
    this.#reportProgress(file);
  }

  #progressOf(file: string, bytes: number, isIndexing: boolean): ImportProgress {
    return { file, bytes, totalBytes: this.#totalBytes, records: this.#records, isIndexing };
  }

  #reportProgress({ path }: FoundFile): void {
    const bytes = Math.min(this.#bytesRead, this.#totalBytes);
    this.#settings.onProgress?.(this.#progressOf(path, bytes, false));
  }

  report({ file, line }: Place, record: string, message: string): void {
    if (this.isReread) return;
    this.result.problems += 1;
    this.#settings.onProblem?.({ file, line, record, message });
  }

  noteRepair(repair: ImportRepair): void {
    if (this.isReread) return;
    this.result.repairs += 1;
    this.#settings.onRepair?.(repair);
  }

  parse({ text, cut }: Piece, place: Place): unknown {
    if (cut) {
      this.report(place, '?', 'The file ends within this record.');
      return undefined;
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      this.report(place, nameIn(text), `This is not JSON: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** The pieces of a file, in batches, up to a failure. */
  async *piecesOf(
    { path }: FoundFile,
    onFailure: (failure: unknown) => void,
  ): AsyncGenerator<PieceBatch> {
    const onBytes = (bytes: number) => {
      this.#bytesRead += bytes;
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
      this.#settings.signal?.throwIfAborted();
      onFailure(error);
    }
    yield pieceBatch(pieces);
  }

  recognised(value: unknown, place: Place): RecognisedValue[] {
    try {
      const found = recognise(value, place.file);
      // The header of a table dump is not a problem.
      if (found.length === 0 && !isTableHead(value) && !isControlMessage(value))
        this.report(place, nameOf(value), unrecognised(value, place.file));
      return found;
    } catch (error) {
      this.report(place, nameOf(value), messageOf(error));
      return [];
    }
  }

  /** The record in Jira's own form; null if it cannot be read. */
  readable(record: StoreRecord, place: Place): StoreRecord | null {
    const name = nameOf(record.value);
    const note = (repair: Repair) => this.noteRepair({ ...place, record: name, ...repair });
    try {
      return readRecord(record, this.#known, note);
    } catch (error) {
      const end = record.kind === 'issue' ? ' The issue is left out.' : '';
      this.report(place, name, `${messageOf(error)}${end}`);
      return null;
    }
  }
}

interface PlacedRecord {
  readonly record: StoreRecord;
  readonly place: Place;
}

/** The records of a file, in batches. */
class FileBatches {
  /** Place of each record of the batch, by its number. */
  readonly places = new Map<number, Place>();
  /** Issues of this import that were written again with histories or worklogs. */
  rewritten = 0;
  readonly #import: Import;
  readonly #file: FoundFile;
  readonly #attachments: ReturnType<typeof pendingAttachments>;
  #index = 0;
  #list = new ListContent();
  /** Histories and worklogs of the list that do not name their issue. */
  #nameless: { readonly attachment: Attachment; readonly place: Place }[] = [];
  /** The issues that the list has histories or worklogs of. */
  #issues = new Map<string, Attachment>();

  constructor(of: Import, file: FoundFile) {
    this.#import = of;
    this.#file = file;
    this.#attachments = pendingAttachments(of.store, {
      keyOf: id => of.keys?.get(`${file.source}/${id}`),
      source: file.source,
    });
  }

  async *read(): AsyncGenerator<RecordBatch> {
    let failure: string | null = null;
    const pieceBatches = this.#import.piecesOf(this.#file, error => {
      failure = `The file cannot be read to its end: ${messageOf(error)}`;
    });
    for await (const batch of readAhead(pieceBatches)) {
      yield this.#batchOfPieces(batch);
      if (this.#attachments.full) yield* this.#attached(false);
    }
    this.#endList(null);
    if (failure !== null) this.#import.report({ file: this.#file.path, line: 0 }, '?', failure);
    yield* this.#attached(true);
  }

  #numbered({ record, place }: PlacedRecord): StoreRecord {
    this.places.set(this.#index++, place);
    return record;
  }

  /** When a batch is read again, its records get the same numbers. */
  #batchOf(read: () => Iterable<StoreRecord>): RecordBatch {
    const first = this.#index;
    return () => {
      this.#index = first;
      return read();
    };
  }

  #batchOfPieces({ pieces, takeParsed }: PieceBatch): RecordBatch {
    let doneBefore = 0;
    const recordsAt = (piece: Piece, at: number) => {
      this.#import.isReread = at < doneBefore;
      const records = this.#recordsOf(piece, takeParsed(at));
      this.#import.isReread = false;
      doneBefore = Math.max(doneBefore, at + 1);
      return records;
    };
    const numbered = (record: PlacedRecord) => this.#numbered(record);
    function* read(): Generator<StoreRecord> {
      for (const [at, piece] of pieces.entries())
        for (const record of recordsAt(piece, at)) yield numbered(record);
    }
    return this.#batchOf(read);
  }

  #recordsOf(piece: Piece, ahead: unknown): PlacedRecord[] {
    const place = { file: this.#file.path, line: piece.line };
    const value = ahead ?? this.#import.parse(piece, place);
    if (value === undefined) return [];
    if (piece.of === 'reply') {
      // Its fields were read before.
      this.#endList(pageOf(value as JsonObject));
      return [];
    }
    if (piece.of === undefined) this.#endList(null);
    const found = this.#import.recognised(value, place);
    if (found.length === 0) this.#list.unread += 1;
    return found.flatMap(given => this.#read(given, place));
  }

  #read(given: RecognisedValue, place: Place): PlacedRecord[] {
    const { isReread, keys, isNewKey } = this.#import;
    if (given.kind === 'page') {
      if (given.unread > 0) this.#import.report(place, '?', noRecords(given.unread));
      this.#list.unread += given.unread;
      this.#endList(given);
    } else if (given.kind === 'attachment') {
      if (!isReread) this.#attach(given, place);
    } else {
      if (!isReread) this.#list.add(given);
      const record = this.#import.readable(given, place);
      if (record === null) return [];
      if (record.kind === 'issue') {
        const { id, key } = record.value;
        keys?.set(`${this.#file.source}/${id}`, key);
        const repeated = { field: 'key', what: 'is repeated in this import', isLoss: false };
        if (!isReread && !isNewKey(String(key)))
          this.#import.noteRepair({
            ...place,
            record: key,
            ...repeated,
            done: 'the last one is taken',
          });
      }
      return [{ record, place }];
    }
    return [];
  }

  #attach(attachment: Attachment, place: Place): void {
    const { issue } = attachment;
    if (issue === null) {
      this.#nameless.push({ attachment, place });
      return;
    }
    this.#attachments.add({ ...attachment, issue }, place);
    this.#issues.set(issue, attachment);
  }

  /** Ends a list, with what its reply says of it. */
  #endList(page: Page | null): void {
    if (this.#import.isReread) return;
    const nameless = this.#nameless;
    const content = this.#list;
    this.#nameless = [];
    this.#list = new ListContent();
    const issue = page?.issue ?? issueOfFile(this.#file.path);
    if (issue !== null)
      for (const { attachment, place } of nameless) this.#attach({ ...attachment, issue }, place);
    else if (nameless[0])
      this.#import.report(nameless[0].place, '?', namesNoIssue(nameless.length));
    if (page) this.#noteTotal(page);
    this.#issues = new Map();
    this.#import.lists.add(content, page, this.#file.path, this.#file.source);
  }

  /** Histories and worklogs are a part where their reply says that there are more. */
  #noteTotal(page: Page): void {
    const place = { file: this.#file.path, line: 0 };
    const isOfOne = this.#issues.size === 1;
    if (this.#issues.size > 0 && page.isUncounted)
      this.#import.noteRepair({
        ...place,
        record: isOfOne ? String(this.#issues.keys().next().value) : '?',
        field: 'total',
        what: 'is no count',
        done: 'the list may lack entries',
        isLoss: true,
      });
    const hasRest = !isOfOne && this.#import.historyEnds.has(this.#file.source);
    const total = isOfOne ? (page.total ?? (page.isPart ? null : undefined)) : null;
    if (total === undefined || (!isOfOne && (!page.isPart || hasRest))) return;
    for (const [issue, { histories }] of this.#issues) {
      const none = { kind: 'attachment', issue, histories: [], worklogs: [] } as const;
      const of = histories.length > 0 ? 'histories' : 'worklogs';
      this.#attachments.add({ ...none, total, of }, place);
    }
  }

  async *#attached(isEnd: boolean): AsyncGenerator<RecordBatch> {
    const { parts, isNewKey } = this.#import;
    const report = (place: Place, record: string, message: string) =>
      this.#import.report(place, record, message);
    const onPart = (name: string, part: PartOfIssue | null) =>
      part ? parts.set(name, part) : parts.delete(name);
    for await (const completed of this.#attachments.complete(isEnd, report, onPart)) {
      const whole = completed.flatMap(({ record: given, place }) => {
        const record = this.#import.readable(given, place);
        if (record?.kind === 'issue' && !isNewKey(String(record.value.key))) this.rewritten += 1;
        return record === null ? [] : { record, place };
      });
      yield this.#batchOf(() => whole.map(each => this.#numbered(each)));
    }
  }
}

/** An issue key or id in the name of a file or of its folder: CASE-1.changelog.json, 10001.json. */
function issueOfFile(path: string): string | null {
  const names = [basename(path), basename(dirname(path))];
  for (const name of names) {
    const [found] = /(?<![A-Za-z0-9])[A-Z][A-Z0-9_]+-\d+(?![A-Za-z0-9])/.exec(name) ?? [];
    if (found) return found;
  }
  return /(?<![A-Za-z0-9])\d{4,}(?=\.|-|_)/.exec(names[0] ?? '')?.[0] ?? null;
}

const noRecords = (count: number): string =>
  `${count === 1 ? '1 entry of a list is no record' : `${count} entries of a list are no records`} of Jira.`;

const namesNoIssue = (count: number): string =>
  `${count === 1 ? '1 entry names' : `${count} entries name`} no issue: name the file by the key of the issue, as CASE-1.changelog.json.`;

/** Whether a file has the last page of histories of several issues. */
async function hasHistoryEnd({ path }: FoundFile): Promise<boolean> {
  try {
    for await (const { text, of } of readPieces(path)) {
      if (of !== 'reply' && !text.includes('"issueChangeLogs"')) continue;
      const value: unknown = JSON.parse(text);
      if (asObject(value)?.issueChangeLogs && pageOf(value as JsonObject).isLast) return true;
    }
  } catch {}
  return false;
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
