/** The issues of a query as one Arrow stream, made from streams that have them among others. */
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { type DictionaryBatch, type Table, tableFromIPC } from './arrow.ts';
import { nameFields, type StoredField } from './change-members.ts';
import { counts, type Data, MAX_SHORT_CODES } from './column-data.ts';
import { type ColumnSelection, isOmitted, worklogRange } from './column-selection.ts';
import type { Rows } from './copy-rows.ts';
import { encode, type NamedColumn } from './encode.ts';
import { Gatherer, TooManyValuesError } from './gather.ts';
import { longAt } from './packed-numbers.ts';
import {
  childrenOf,
  itemsOf,
  jsonOf,
  longs,
  longWords,
  present,
  requireColumn,
  startsOf,
  wordsOf,
} from './readers.ts';
import { FORMAT, META, POSITION } from './schema.ts';
import { toArrow } from './to-arrow.ts';

export interface StreamRequest {
  /** The place of each issue in the order of the query, by id. */
  readonly places: ReadonlyMap<number, number>;
  readonly selection: ColumnSelection;
  readonly revision: number;
  /** The address of pictures of this server in stored entities, and what replaces it. */
  readonly addresses: { readonly stored: string; readonly sent: string };
}

/** Whether a stream can have an issue, however its values differ. */
export function fitsStream(issue: Issue): boolean {
  const { changes, worklogs, links, labels, components, fixVersions, sprints, custom } = issue;
  // The assignee, reporter and creator, and the status, share dictionaries with lists.
  const counts = [3 + changes.length + worklogs.length, 1 + links.length, custom.size];
  const lists = [labels, components, fixVersions, sprints];
  return Math.max(...counts, ...lists.map(({ length }) => length)) <= MAX_SHORT_CODES;
}

/**
 * Writes a stream with a record batch for each segment that has issues of the query, or several where it has too many values.
 * Each batch comes with dictionaries of its own. Throws a TooManyValuesError for an issue that alone has too many.
 */
export class StreamWriter {
  readonly #request: StreamRequest;
  #isBegun = false;

  constructor(request: StreamRequest) {
    this.#request = request;
  }

  /** The next bytes of the stream, for the issues of a segment except `without`; none if the query finds none of them. */
  add(segment: Uint8Array, without: ReadonlySet<number> = new Set()): Uint8Array {
    const table = tableFromIPC(segment);
    const { rows, places } = this.#find(table, without);
    return rows.length === 0 ? NO_BYTES : this.#write(table, rows, places);
  }

  #write(table: Table, rows: Rows, places: Int32Array): Uint8Array {
    try {
      return this.#writeBatch(table, rows, places);
    } catch (error) {
      if (!(error instanceof TooManyValuesError) || rows.length === 1) throw error;
      const middle = rows.length >> 1;
      const first = this.#write(table, rows.subarray(0, middle), places.subarray(0, middle));
      return Buffer.concat([
        first,
        this.#write(table, rows.subarray(middle), places.subarray(middle)),
      ]);
    }
  }

  /** The last bytes. */
  end(): Uint8Array {
    // Also a stream without issues has a schema.
    const schema = this.#isBegun
      ? NO_BYTES
      : this.#write(tableFromIPC(toArrow([])), NO_ROWS, NO_ROWS);
    return Buffer.concat([schema, END]);
  }

  #find(table: Table, without: ReadonlySet<number>) {
    const ids = longWords(columnOf(table, 'id'));
    const rows: number[] = [];
    const places: number[] = [];
    for (let row = 0; 2 * row < ids.length; row++) {
      const id = longAt(ids, row);
      const place = without.has(id) ? undefined : this.#request.places.get(id);
      if (place === undefined) continue;
      rows.push(row);
      places.push(place);
    }
    return { rows: Int32Array.from(rows), places: Int32Array.from(places) };
  }

  #writeBatch(table: Table, rows: Rows, places: Int32Array): Uint8Array {
    const { revision, places: all } = this.#request;
    const columns = copyColumns(table, rows, this.#request);
    const bytes = encode([[POSITION, counts(places.length, at => places[at]!)], ...columns], {
      [META.format]: FORMAT,
      [META.revision]: String(revision),
      [META.issues]: String(all.size),
    });
    // The streams of all segments begin with the same message, their schema.
    const start = this.#isBegun ? 8 + lengthOfFirstMessage(bytes) : 0;
    this.#isBegun = true;
    return bytes.subarray(start, bytes.length - END.length);
  }
}

const NO_BYTES = new Uint8Array(0);
const NO_ROWS = new Int32Array(0);
/** The end of each stream: a message without content. */
const END = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);

/** The schema has no body. */
const lengthOfFirstMessage = ({ buffer, byteOffset }: Uint8Array) =>
  new DataView(buffer, byteOffset).getInt32(4, true);

const columnOf = (table: Table, name: string): Data =>
  requireColumn(table.getChild(name)?.data[0], name);

/** Columns with entities that have pictures. That of assignees is the dictionary of all people. */
const WITH_PICTURES = ['type', 'priority', 'assignee'];

const dictionaryOf = (column: Data) => (column as DictionaryBatch<unknown>).dictionary;

function copyColumns(
  table: Table,
  rows: Rows,
  { selection, addresses: { stored, sent } }: StreamRequest,
): readonly NamedColumn[] {
  const gatherer = new Gatherer({
    dictionaries: new Set(WITH_PICTURES.map(name => dictionaryOf(columnOf(table, name)))),
    part: `Url":${JSON.stringify(`${stored}/`).slice(0, -1)}`,
    by: `Url":${JSON.stringify(`${sent}/`).slice(0, -1)}`,
  });
  const kept: Readonly<Record<string, (column: Data) => Uint8Array | null>> = {
    changes: column => keptChanges(column, selection),
    custom: column => keptFields(column, selection),
    worklogs: column => keptWorklogs(column, selection),
  };
  const columns = table.schema.fields.flatMap(({ name }): NamedColumn[] => {
    if (isOmitted(name, selection)) return [];
    const column = columnOf(table, name);
    const keep = kept[name];
    const copy = keep
      ? gatherer.copyLists(column, rows, keep(column))
      : gatherer.copy(column, rows);
    return [[name, copy]];
  });
  gatherer.finish();
  return columns;
}

function keptChanges(column: Data, { nameOf }: ColumnSelection): Uint8Array | null {
  if (nameOf === null) return null;
  const fields = jsonOf<StoredField>(childrenOf(itemsOf(column))('field'));
  const names = nameFields(fields.dictionary, nameOf);
  return Uint8Array.from({ length: fields.length }, (_, at) => (names[fields.code(at)] ? 1 : 0));
}

function keptFields(column: Data, { customFields }: ColumnSelection): Uint8Array {
  const field = wordsOf<FieldId>(childrenOf(itemsOf(column))('field'));
  const wanted = new Set(customFields);
  return Uint8Array.from({ length: field.length }, (_, at) =>
    wanted.has(field.at(at) as FieldId) ? 1 : 0,
  );
}

function keptWorklogs(column: Data, { worklogs }: ColumnSelection): Uint8Array | null {
  if (worklogs === 'all') return null;
  const started = present(longs(childrenOf(itemsOf(column))('started')));
  const starts = startsOf(column);
  const kept = new Uint8Array(itemsOf(column).length);
  for (let row = 0; row < column.length; row++)
    kept.fill(1, ...worklogRange(starts, row, started, worklogs));
  return kept;
}
