/** Functions that read the values of Arrow columns by position. */
import type { Batch, DictionaryBatch } from './arrow.ts';

/** Reads the value at a position. */
export type Read<T> = (at: number) => T;
export type Column = Batch<unknown>;
/** Columns by name. */
export type Columns = (name: string) => Column;

const NONE: readonly never[] = [];

export const isSet = (bits: Uint8Array, at: number): boolean =>
  ((bits[at >> 3] as number) & (1 << (at & 7))) !== 0;

export function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
}

function orNull<T>({ nullCount, validity }: Column, read: Read<T>): Read<T | null> {
  return nullCount === 0 ? read : at => (isSet(validity, at) ? read(at) : null);
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

/** A column of codes of a dictionary. */
export class Coded<T> {
  readonly dictionary: Dictionary<T>;
  readonly #values: Int32Array | Uint16Array;
  readonly #validity: Uint8Array | null;

  constructor({ values, nullCount, validity }: Column, dictionary: Dictionary<T>) {
    this.dictionary = dictionary;
    this.#values = values as Int32Array | Uint16Array;
    this.#validity = nullCount === 0 ? null : validity;
  }

  /** 0 for a column that was not asked for. */
  get length(): number {
    return this.#values.length;
  }

  /** -1 for null. */
  code(at: number): number {
    const validity = this.#validity;
    return validity === null || isSet(validity, at) ? (this.#values[at] as number) : -1;
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
