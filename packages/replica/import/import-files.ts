import { basename } from 'node:path';
import { addCounts } from '../data/ingest/ingest.ts';
import type { StoreRecord } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import { Attachments, type Place } from './attach.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import type { Piece } from './json-pieces.ts';
import { KeySet } from './key-set.ts';
import { readPieces } from './read-file.ts';
import { ORDER, type RecognisedValue, recognise } from './recognise.ts';
import { type Repair, repairIssue } from './repair-issue.ts';

export interface ImportProblem {
  file: string;
  /** First line of the record; 0 for a problem of the whole file. */
  line: number;
  /** If readable. */
  record: string;
  message: string;
}

/** A changed field of an imported record. */
export interface ImportRepair extends Repair {
  file: string;
  line: number;
  record: string;
}

export interface ImportProgress {
  file: string;
  bytes: number;
  totalBytes: number;
  records: number;
}

interface ImportSettings {
  onProgress?: (progress: ImportProgress) => void;
  onProblem?: (problem: ImportProblem) => void;
  onRepair?: (repair: ImportRepair) => void;
  signal?: AbortSignal;
}

export interface ImportResult {
  /** Records written, by kind; an issue counts once for each file with a part of it. */
  counts: Record<string, number>;
  problems: number;
  repairs: number;
  /** Files without Jira data. */
  ignored: string[];
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
  return new Import(store, files, settings).run();
}

class Import {
  readonly #store: Store;
  readonly #files: readonly FoundFile[];
  readonly #settings: ImportSettings;
  readonly #result: ImportResult = { counts: {}, problems: 0, repairs: 0, ignored: [] };
  readonly #totalBytes: number;
  #bytes = 0;
  #records = 0;
  readonly #seen = new KeySet();
  /** Imported keys by site and id; only for separate histories or worklogs. */
  readonly #keys: Map<string, string> | null;

  constructor(store: Store, files: readonly FoundFile[], settings: ImportSettings) {
    this.#store = store;
    this.#files = files;
    this.#settings = settings;
    this.#totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
    this.#keys = files.some(file => file.stage === 'attachment') ? new Map() : null;
  }

  async run(): Promise<ImportResult> {
    for (const file of this.#files.filter(({ stage }) => stage === null)) {
      this.#bytes += file.bytes;
      if (file.named) this.#report(file.path, 0, '?', 'No Jira data in this file.');
      else this.#result.ignored.push(file.path);
    }
    for (const stage of ORDER)
      for (const file of this.#files.filter(one => one.stage === stage))
        await this.#importFile(file);
    return this.#result;
  }

  async #importFile(file: FoundFile): Promise<void> {
    const places = new Map<number, Place>();
    const writtenBefore = this.#records;
    const result = await this.#store.ingest(this.#read(file, places), {
      source: file.source,
      ...(this.#settings.signal && { signal: this.#settings.signal }),
      onProgress: written => {
        // No more problems can be reported for this batch.
        places.clear();
        this.#records = writtenBefore + written;
        this.#reportProgress(file);
      },
      onProblem: ({ index, record, message }) => {
        const place = places.get(index) ?? { file: file.path, line: 0 };
        this.#report(place.file, place.line, record, message);
      },
    });
    addCounts(this.#result.counts, result.counts);
    this.#reportProgress(file);
  }

  async *#read(file: FoundFile, places: Map<number, Place>): AsyncGenerator<StoreRecord> {
    let index = 0;
    const numbered = (record: StoreRecord, place: Place) => {
      places.set(index++, place);
      return record;
    };
    const attachments = new Attachments(this.#store, id => this.#keys?.get(`${file.source}/${id}`));
    const onUnknown = (place: Place, issue: string, message: string) =>
      this.#report(place.file, place.line, issue, message);
    for await (const { value, line } of this.#values(file)) {
      const place = { file: file.path, line };
      for (const one of this.#recognised(value, file, line)) {
        if (one.kind === 'attachment') {
          attachments.add(one, place);
          continue;
        }
        if (!this.#isReadable(one, place)) continue;
        if (one.kind === 'issue') {
          this.#keys?.set(`${file.source}/${one.value.id}`, one.value.key);
          this.#noteKey(one.value.key, place);
        }
        yield numbered(one, place);
      }
      if (!attachments.full) continue;
      for await (const { record, place: first } of attachments.complete(onUnknown))
        if (this.#isReadable(record, first)) yield numbered(record, first);
    }
    for await (const { record, place } of attachments.complete(onUnknown))
      if (this.#isReadable(record, place)) yield numbered(record, place);
  }

  /** Repairs the record; false if it stays invalid. */
  #isReadable(record: StoreRecord, { file, line }: Place): boolean {
    if (record.kind !== 'issue') return true;
    const name = nameOf(record.value);
    try {
      repairIssue(record.value as unknown as Record<string, unknown>, repair =>
        this.#repaired({ file, line, record: name, ...repair }),
      );
      return true;
    } catch (error) {
      this.#report(file, line, name, `${messageOf(error)} The issue is left out.`);
      return false;
    }
  }

  #noteKey(key: string, { file, line }: Place): void {
    if (this.#seen.add(String(key))) return;
    const what = 'is repeated in this import';
    this.#repaired({ file, line, record: key, field: 'key', what, done: 'the last one is taken' });
  }

  #repaired(repair: ImportRepair): void {
    this.#result.repairs += 1;
    this.#settings.onRepair?.(repair);
  }

  #recognised(value: unknown, file: FoundFile, line: number): RecognisedValue[] {
    try {
      const found = recognise(value, basename(file.path));
      // The header of a table dump is not a problem.
      if (found.length === 0 && !isTableHead(value))
        this.#report(file.path, line, nameOf(value), 'This is not a Jira record.');
      return found;
    } catch (error) {
      this.#report(file.path, line, nameOf(value), messageOf(error));
      return [];
    }
  }

  async *#values(file: FoundFile): AsyncGenerator<{ value: unknown; line: number }> {
    const read = (bytes: number) => {
      this.#bytes += bytes;
    };
    try {
      for await (const piece of readPieces(file.path, read)) {
        const value = this.#parse(piece, file);
        if (value !== undefined) yield { value, line: piece.line };
      }
    } catch (error) {
      this.#settings.signal?.throwIfAborted();
      this.#report(file.path, 0, '?', `The file cannot be read to its end: ${messageOf(error)}`);
    }
  }

  #parse({ text, line, cut }: Piece, file: FoundFile): unknown {
    if (cut) {
      this.#report(file.path, line, '?', 'The file ends within this record.');
      return undefined;
    }
    try {
      return JSON.parse(text);
    } catch (error) {
      this.#report(file.path, line, nameIn(text), `This is not JSON: ${messageOf(error)}`);
      return undefined;
    }
  }

  #report(file: string, line: number, record: string, message: string): void {
    this.#result.problems += 1;
    this.#settings.onProblem?.({ file, line, record, message });
  }

  #reportProgress(file: FoundFile): void {
    this.#settings.onProgress?.({
      file: file.path,
      bytes: Math.min(this.#bytes, this.#totalBytes),
      totalBytes: this.#totalBytes,
      records: this.#records,
    });
  }
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

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
