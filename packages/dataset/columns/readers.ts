/** Functions that read the values of Arrow columns by position, from copies: the bytes of a stream may be freed. */
import type { Batch, DictionaryBatch } from './arrow.ts';
import { isSet } from './bits.ts';
import { copyTexts } from './copy-rows.ts';
import { type Naturals, PackedLongs, packNaturals, packNumbers } from './packed-numbers.ts';

/** Reads the value at a position. */
export type Read<T> = (at: number) => T;
export type Column = Batch<unknown>;
/** Columns by name. */
export type Columns = (name: string) => Column;

const NONE: readonly never[] = [];

/** The bits of values that are not null; null where none is. */
const validityOf = ({ nullCount, validity }: Column): Uint8Array | null =>
  nullCount === 0 ? null : new Uint8Array(validity);

function orNull<T>(column: Column, read: Read<T>): Read<T | null> {
  const validity = validityOf(column);
  return validity === null ? read : at => (isSet(validity, at) ? read(at) : null);
}

/** A column without nulls. */
export const present = <T>(read: Read<T | null>) => read as Read<T>;

export const orElse =
  <T>(read: Read<T | null>, other: T): Read<T> =>
  at =>
    read(at) ?? other;

const NO_TEXTS = { length: 0, data: [{ length: 0, offsets: [0], values: new Uint8Array(0) }] };

/** In place of a column without values: nulls, and empty lists. */
export function absentColumn(length: number): Column {
  const children: Column[] = [];
  const column = {
    length,
    nullCount: 1,
    type: { children },
    validity: new Uint8Array(0),
    values: new Int32Array(0),
    offsets: new Uint8Array(length + 1),
    dictionary: NO_TEXTS,
    children,
  } as unknown as Column;
  children.push(column);
  return column;
}

const isAbsent = (column: Column): boolean => column.children?.[0] === column;

/** Whether all values of a column are null, or all of its lists are empty. */
export function isEmpty({ length, nullCount, offsets, children }: Column): boolean {
  if (children?.length === 1 && offsets) return offsets[0] === offsets[length];
  return length > 0 && nullCount === length;
}

/** The first column that has values, if any. */
export const firstPresent = (columns: readonly Column[]): Column | undefined =>
  columns.find(column => !isAbsent(column)) ?? columns[0];

export function numbers(column: Column): Read<number | null> {
  const values = packNumbers(column.values as Int32Array | Float64Array);
  return orNull(column, at => values[at]!);
}

export function flags(column: Column): Read<boolean | null> {
  const bits = new Uint8Array(column.values as Uint8Array);
  return orNull(column, at => isSet(bits, at));
}

/** With it texts keep a byte order mark, which is a character in them. */
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Texts. Those without other characters than ASCII are decoded together. */
export function texts<T extends string = string>(column: Column): Read<T | null> {
  const starts = startsOf(column);
  let bytes: Uint8Array | null = new Uint8Array(column.values as Uint8Array);
  let all: string | null = null;
  return orNull(column, at => {
    const start = starts[at]!;
    const end = starts[at + 1]!;
    if (bytes !== null) {
      all ??= UTF8.decode(bytes);
      if (all.length < bytes.length) return UTF8.decode(bytes.subarray(start, end)) as T;
      bytes = null;
    }
    return (all as string).slice(start, end) as T;
  });
}

/** Pairs of words. */
export function longWords(column: Column): Int32Array {
  const { buffer, byteOffset, length } = column.values as BigInt64Array;
  return new Int32Array(buffer, byteOffset, length * 2);
}

export const packLongs = (column: Column): PackedLongs =>
  new PackedLongs(longWords(column), validityOf(column));

export function longs(column: Column): Read<number | null> {
  const packed = packLongs(column);
  return orNull(column, at => packed.at(at));
}

export const dictionarySize = (column: Column): number =>
  (column as DictionaryBatch<string>).dictionary.length;

/** Reads codes, -1 for null, while the bytes of the column are there. */
export function codesOf({ values, nullCount, validity }: Column): Read<number> {
  const codes = values as Int32Array | Uint16Array;
  return at => (nullCount > 0 && !isSet(validity, at) ? -1 : codes[at]!);
}

/** The values of a dictionary, each made of its text when it is first read. */
export class Dictionary<T> {
  readonly size: number;
  readonly #starts: Naturals;
  readonly #bytes: Uint8Array;
  readonly #made: T[];
  readonly #make: (text: string) => T;

  /** With `codes` the values are those of these codes of the column's dictionary. */
  constructor(column: Column, make: (text: string) => T, codes: Int32Array | null = null) {
    const [all] = (column as DictionaryBatch<string>).dictionary.data as [Column];
    const texts = codes === null ? all : copyTexts(all, codes);
    this.size = texts.length;
    this.#starts = startsOf(texts);
    this.#bytes = new Uint8Array(texts.values as Uint8Array);
    this.#make = make;
    this.#made = new Array(this.size);
  }

  value(code: number): T {
    let value = this.#made[code];
    if (value === undefined) {
      const bytes = this.#bytes.subarray(this.#starts[code], this.#starts[code + 1]);
      value = this.#make(UTF8.decode(bytes));
      this.#made[code] = value;
    }
    return value;
  }

  /** Makes all values. */
  all(): this {
    for (let code = 0; code < this.size; code++) this.value(code);
    return this;
  }
}

/** A column of codes of a dictionary. */
export class Coded<T> {
  readonly dictionary: Dictionary<T>;
  readonly #values: Naturals;
  readonly #validity: Uint8Array | null;

  constructor(column: Column, dictionary: Dictionary<T>) {
    this.dictionary = dictionary;
    this.#values = packNaturals(column.values as Int32Array | Uint16Array, dictionary.size - 1);
    this.#validity = validityOf(column);
  }

  /** 0 for a column without values. */
  get length(): number {
    return this.#values.length;
  }

  /** -1 for null. */
  code(at: number): number {
    const validity = this.#validity;
    return validity === null || isSet(validity, at) ? this.#values[at]! : -1;
  }

  at(at: number): T | null {
    return this.decode(this.code(at));
  }

  decode(code: number): T | null {
    return code >= 0 ? this.dictionary.value(code) : null;
  }
}

export const wordsOf = <T extends string = string>(column: Column) =>
  new Coded(column, new Dictionary(column, text => text as T));

/** A column of JSON. */
export const jsonOf = <T>(column: Column) =>
  new Coded(column, new Dictionary(column, text => JSON.parse(text) as T));

export const readCoded =
  <T>(values: Coded<T>): Read<T | null> =>
  at =>
    values.at(at);

export const words = <T extends string = string>(column: Column) => readCoded(wordsOf<T>(column));

export function childrenOf(column: Column): Columns {
  if (isAbsent(column)) return () => column;
  const { children } = column.type as { children: readonly { name: string }[] };
  return name =>
    requireColumn(column.children[children.findIndex(each => each.name === name)], name);
}

export function requireColumn(column: Column | undefined, name: string): Column {
  if (!column) throw new Error(`The column '${name}' is missing.`);
  return column;
}

/** Where the items of each list start, and the last ones end. */
export function startsOf({ offsets, length }: Pick<Column, 'offsets' | 'length'>): Naturals {
  if (offsets instanceof Uint8Array) return offsets;
  const starts = offsets as Int32Array;
  return packNaturals(starts, starts[length]!);
}

export const itemsOf = (column: Column) => column.children[0]!;

export const listOf =
  <T>(starts: Naturals, read: Read<T>): Read<readonly T[]> =>
  row =>
    readBetween(read, starts[row]!, starts[row + 1]!);

export function readBetween<T>(read: Read<T>, start: number, end: number): readonly T[] {
  if (start === end) return NONE;
  const all = new Array<T>(end - start);
  for (let at = start; at < end; at++) all[at - start] = read(at);
  return all;
}

/** Reports ask for the same list of one issue several times in a row. */
export function rememberLast<T>(read: Read<T>): Read<T> {
  let lastRow = -1;
  let last: T;
  return row => {
    if (row !== lastRow) last = read(row);
    lastRow = row;
    return last;
  };
}
