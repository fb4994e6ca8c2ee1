/** Functions that read the values of Arrow columns by position. */
import type { Batch, DictionaryBatch } from './arrow.ts';

/** Reads the value at a position. */
export type Read<T> = (at: number) => T;
export type Column = Batch<unknown>;
/** Columns by name. */
export type Columns = (name: string) => Column;

const NONE: readonly never[] = [];

const isValid = (validity: Uint8Array, at: number) =>
  ((validity[at >> 3] as number) & (1 << (at & 7))) !== 0;

export function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
}

function orNull<T>({ nullCount, validity }: Column, read: Read<T>): Read<T | null> {
  return nullCount === 0 ? read : at => (isValid(validity, at) ? read(at) : null);
}

/** A column without nulls. */
export const present = <T>(read: Read<T | null>) => read as Read<T>;

export const orElse =
  <T>(read: Read<T | null>, other: T): Read<T> =>
  at =>
    read(at) ?? other;

const NO_TEXTS = { length: 0, at: () => null } as unknown as DictionaryBatch<string>['dictionary'];

/** In place of a column that was not asked for: nulls, and empty lists. */
export function absentColumn(length: number): Column {
  const children: Column[] = [];
  const column = {
    length,
    nullCount: 1,
    type: { children },
    validity: new Uint8Array(0),
    values: new Int32Array(0),
    offsets: new Int32Array(length + 1),
    dictionary: NO_TEXTS,
    children,
  } as unknown as Column;
  children.push(column);
  return column;
}

const isAbsent = (column: Column): boolean => column.children?.[0] === column;

/** The first column that was asked for, if any. */
export const firstPresent = (columns: readonly Column[]): Column | undefined =>
  columns.find(column => !isAbsent(column)) ?? columns[0];

/** Numbers and flags. */
export const plain = <T>(column: Column): Read<T | null> =>
  orNull(column, at => column.value(at) as T);

/** Texts. Those without other characters than ASCII are decoded together. */
export function texts<T extends string = string>(column: Column): Read<T | null> {
  const { values, offsets } = column as { values: Uint8Array; offsets: Int32Array };
  let all: string | null = null;
  return orNull(column, at => {
    all ??= new TextDecoder().decode(values);
    return (
      all.length === values.length ? all.slice(offsets[at], offsets[at + 1]) : column.value(at)
    ) as T;
  });
}

const WORD = 2 ** 32;

/** Whole numbers of 64 bits as pairs of words: a BigInt for each would be slow. */
export function longWords(column: Column): Int32Array {
  const { buffer, byteOffset, length } = column.values as BigInt64Array;
  return new Int32Array(buffer, byteOffset, length * 2);
}

export const longAt = (words: Int32Array, at: number): number =>
  ((words[2 * at] as number) >>> 0) + (words[2 * at + 1] as number) * WORD;

export function longs(column: Column): Read<number | null> {
  const words = longWords(column);
  return orNull(column, at => longAt(words, at));
}

/** The values of a dictionary, each made of its text when it is first read. */
export class Dictionary<T> {
  readonly #texts: DictionaryBatch<string>['dictionary'];
  readonly #made: T[] = [];
  readonly #make: (text: string) => T;

  constructor(column: Column, make: (text: string) => T) {
    this.#texts = (column as DictionaryBatch<string>).dictionary;
    this.#make = make;
  }

  get size(): number {
    return this.#texts.length;
  }

  value(code: number): T {
    let value = this.#made[code];
    if (value === undefined) {
      value = this.#make(this.#texts.at(code) as string);
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

function valuesAt(values: Int32Array | Uint16Array, positions: Int32Array): Int32Array {
  const found = new Int32Array(positions.length);
  for (let at = 0; at < found.length; at++) found[at] = values[positions[at] as number] as number;
  return found;
}

/** A column of codes of a dictionary. */
export class Coded<T> {
  /** -1 for null; empty for a column that was not asked for. */
  readonly codes: Int32Array;
  readonly dictionary: Dictionary<T>;

  constructor(codes: Int32Array, dictionary: Dictionary<T>) {
    this.codes = codes;
    this.dictionary = dictionary;
  }

  /** The values of a column, or a copy of those at some positions. */
  static of<T>(column: Column, dictionary: Dictionary<T>, positions?: Int32Array): Coded<T> {
    const { nullCount, validity } = column;
    const values = column.values as Int32Array | Uint16Array;
    if (nullCount === 0 && !positions && values instanceof Int32Array)
      return new Coded(values, dictionary);
    const codes = positions ? valuesAt(values, positions) : Int32Array.from(values);
    for (let at = 0; nullCount > 0 && at < codes.length; at++)
      if (!isValid(validity, positions ? (positions[at] as number) : at)) codes[at] = -1;
    return new Coded(codes, dictionary);
  }

  at(at: number): T | null {
    return this.decode(this.codes[at] as number);
  }

  decode(code: number): T | null {
    return code >= 0 ? this.dictionary.value(code) : null;
  }
}

export const wordsOf = <T extends string = string>(column: Column, positions?: Int32Array) =>
  Coded.of(column, new Dictionary(column, text => text as T), positions);

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

/** Where the items of a row's list start: one position more than rows. */
export const startsOf = (column: Column) => column.offsets as Int32Array;

export const itemsOf = (column: Column) => column.children[0] as Column;

export function listOf<T>(column: Column, read: Read<T>): Read<readonly T[]> {
  const starts = startsOf(column);
  return row => readBetween(read, starts[row] as number, starts[row + 1] as number);
}

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
