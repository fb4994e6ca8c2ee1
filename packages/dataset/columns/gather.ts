/** Rows of Arrow columns, copied to columns of their own. */
import {
  Column,
  type DataType,
  type DictionaryBatch,
  dictionary,
  field,
  list,
  struct,
  Type,
  uint16,
  utf8,
} from './arrow.ts';
import { isSet, setBit } from './bits.ts';
import { type Data, MAX_SHORT_CODES, texts } from './column-data.ts';
import { copyBits, copyTexts, copyValues, type Rows } from './copy-rows.ts';

/** In place of a position: a null. */
const NO_ROW = -1;

const NO_BYTES = new Uint8Array(0);

/** A part of the values of some dictionaries to replace by another. */
export interface Replacement {
  readonly dictionaries: ReadonlySet<Column<unknown>>;
  readonly part: string;
  readonly by: string;
}

/** The rows have more values of a dictionary than there are codes. */
export class TooManyValuesError extends Error {}

/**
 * Copies rows. Columns share dictionaries as before; of their values there are only those that the copied rows have. Throws a
 * TooManyValuesError where these are more than 65,536.
 */
export class Gatherer {
  readonly #dictionaries = new Map<Column<unknown>, DictionaryGatherer>();
  readonly #replace: Replacement;

  constructor(replace: Replacement) {
    this.#replace = replace;
  }

  /** The rows of a column. `finish` completes all of them. */
  copy(column: Data, rows: Rows): Data {
    switch (column.type.typeId) {
      case Type.Dictionary:
        return this.#dictionaryOf(column).copy(column, rows);
      case Type.Bool:
        return dataOf(column.type, column, rows, {
          values: copyBits(column.values as Uint8Array, rows),
        });
      case Type.Utf8:
        return copyTextRows(column, rows);
      case Type.List:
        return this.copyLists(column, rows, null);
      case Type.Struct: {
        const { children } = column.type as { children: readonly { name: string }[] };
        const copies = column.children.map(child => this.copy(child, rows));
        const fields = copies.map(({ type }, at) => field(children[at]?.name ?? '', type));
        return dataOf(struct(fields), column, rows, { children: copies });
      }
      default:
        return dataOf(column.type, column, rows, { values: copyValues(valuesOf(column), rows) });
    }
  }

  /** The lists of rows, with the items of `isKept` (1 by position); null for all. */
  copyLists(column: Data, rows: Rows, isKept: Uint8Array | null): Data {
    const starts = column.offsets as Int32Array;
    const offsets = new Int32Array(rows.length + 1);
    const [items] = column.children as [Data];
    const positions = new Int32Array(items.length + 1);
    let count = 0;
    if (items.type.typeId === Type.Dictionary) {
      // DuckDB 1.4 fails where such lists are all empty, unless their offsets start after 0.
      positions[count++] = NO_ROW;
      offsets[0] = 1;
    }
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      const end = starts[row + 1]!;
      for (let item = starts[row]!; item < end; item++)
        if (isKept === null || isKept[item] === 1) positions[count++] = item;
      offsets[at + 1] = count;
    }
    const copy = this.copy(items, positions.subarray(0, count));
    return dataOf(list(copy.type), column, rows, { offsets, children: [copy] });
  }

  finish(): void {
    for (const [source, each] of this.#dictionaries)
      each.finish(this.#replace.dictionaries.has(source) ? this.#replace : null);
  }

  #dictionaryOf(column: Data): DictionaryGatherer {
    const source = (column as DictionaryBatch<unknown>).dictionary;
    const known =
      this.#dictionaries.get(source) ?? new DictionaryGatherer(source, this.#dictionaries.size);
    this.#dictionaries.set(source, known);
    return known;
  }
}

/** The values of a dictionary that are in use, in the order of their first use. */
class DictionaryGatherer {
  readonly #source: Data;
  readonly #codes: Int32Array;
  readonly #used: number[] = [];
  readonly #valueType = utf8();
  readonly #type: DataType;
  readonly #columns: { dictionary?: Column<unknown> }[] = [];

  constructor(source: Column<unknown>, id: number) {
    this.#source = source.data[0] as Data;
    this.#codes = new Int32Array(source.length).fill(-1);
    this.#type = dictionary(this.#valueType, uint16(), false, id);
  }

  copy(column: Data, rows: Rows): Data {
    const codes = valuesOf(column) as Int32Array;
    const values = new Uint16Array(rows.length);
    const { nullCount, validity } = column;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      if (row === NO_ROW || (nullCount > 0 && !isSet(validity, row))) continue;
      const code = codes[row]!;
      if (this.#codes[code] === -1) this.#codes[code] = this.#used.push(code) - 1;
      values[at] = this.#codes[code]!;
    }
    if (this.#used.length > MAX_SHORT_CODES) throw new TooManyValuesError();
    const copy = dataOf(this.#type, column, rows, { values });
    this.#columns.push(copy as { dictionary?: Column<unknown> });
    return copy;
  }

  finish(replace: Replacement | null): void {
    const copy = copyTextRows(this.#source, Int32Array.from(this.#used));
    const values = replace ? replaceIn(copy, replace) : copy;
    const shared = new Column([{ ...values, type: this.#valueType } as Data], this.#valueType);
    for (const column of this.#columns) column.dictionary = shared;
  }
}

const valuesOf = (column: Data) => column.values as Int32Array;

const dataOf = (type: DataType, column: Data, rows: Rows, buffers: object): Data =>
  ({ type, length: rows.length, ...copyValidity(column, rows), ...buffers }) as Data;

function copyValidity({ nullCount, validity }: Data, rows: Rows) {
  if (nullCount === 0 && rows[0] !== NO_ROW) return { nullCount, validity: NO_BYTES };
  const copy = new Uint8Array(Math.ceil(rows.length / 8));
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    if (row !== NO_ROW && (nullCount === 0 || isSet(validity, row))) setBit(copy, at);
  }
  let count = 0;
  for (let at = 0; at < rows.length; at++) if (!isSet(copy, at)) count++;
  return { nullCount: count, validity: count === 0 ? NO_BYTES : copy };
}

const copyTextRows = (column: Data, rows: Rows): Data =>
  dataOf(column.type, column, rows, copyTexts(column, rows));

function replaceIn(column: Data, { part, by }: Replacement): Data {
  const { buffer, byteOffset, byteLength } = column.values as Uint8Array;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  if (!bytes.includes(part)) return column;
  const offsets = column.offsets as Int32Array;
  return texts(column.length, at =>
    bytes.toString('utf8', offsets[at], offsets[at + 1]).replace(part, () => by),
  );
}
