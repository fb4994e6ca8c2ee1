import type { ChangeField } from '@tallyboard/core/model/change.ts';
import { type NameOf, nameFields, type StoredField, type StoredValue } from './change-members.ts';
import { createNaturals, type Naturals, packNaturals, WORD } from './packed-numbers.ts';
import {
  type Coded,
  type Column,
  type Columns,
  codesOf,
  Dictionary,
  dictionarySize,
  jsonOf,
  longWords,
  type Read,
} from './readers.ts';

/** The changes of one field. Their numbers lie side by side: issues of a query lie far apart in memory. */
export interface FieldColumns {
  readonly field: ChangeField;
  /** Where the changes of each row start, and the last ones end. */
  readonly starts: Naturals;
  readonly numbers: Numbers;
}

/** 32 bits where 16 are not enough for the values of a segment. */
export type Numbers = Int16Array | Int32Array;

/** Numbers of a change: its instant (the lowest 16 bits, the next ones, the others), both values, and its author; -1 for none. */
export const CHANGE_NUMBERS = 6;
export const FROM = 3;
export const TO = 4;
export const AUTHOR = 5;

/** The instant of the change whose numbers start at `start`. */
export const instantAt = (numbers: Numbers, start: number): number =>
  (((numbers[start + 1]! << 16) | (numbers[start]! & 0xffff)) >>> 0) + numbers[start + 2]! * WORD;

/** The changes of issues that were asked for, in 13 bytes each. */
export interface PackedChanges {
  readonly storedFields: Dictionary<StoredField>;
  /** The name of each stored field, by code; null for those that were not asked for. */
  readonly names: readonly (ChangeField | null)[];
  readonly from: Dictionary<StoredValue>;
  readonly to: Dictionary<StoredValue>;
  /** Those of other fields are added when they are read: they have no changes. */
  readonly fields: FieldColumns[];
  /** The codes of the stored fields of all changes, in order. */
  readonly order: Naturals;
  /** The number of history entries by row. */
  readonly entryCounts: Naturals;
}

/** @param starts where the changes of each row start, and the last ones end */
export function packChanges(column: Columns, starts: Naturals, nameOf: NameOf): PackedChanges {
  const stored = jsonOf<StoredField>(column('field'));
  const names = nameFields(stored.dictionary, nameOf);
  const entries = column('entry').values as Int32Array;
  const { fields, ...found } = findChanges({ stored, names, starts, entries });
  const from = new UsedValues(column('from'));
  const to = new UsedValues(column('to'));
  const words = longWords(column('at'));
  const authorAt = codesOf(column('author'));
  return {
    ...found,
    storedFields: stored.dictionary,
    names,
    fields: fields.map(({ field, starts, positions }) => ({
      field,
      starts: packNaturals(starts, positions.length),
      numbers: packField({ words, positions, from, to, authorAt }),
    })),
    from: from.dictionary(),
    to: to.dictionary(),
  };
}

/** The changes of a field that were asked for, by their positions. */
interface FoundChanges {
  readonly field: ChangeField;
  readonly starts: Int32Array;
  readonly positions: Int32Array;
}

interface ChangePlaces {
  readonly stored: Coded<StoredField>;
  readonly names: readonly (ChangeField | null)[];
  readonly starts: Naturals;
  /** By change: the place of its entry in the issue. */
  readonly entries: Int32Array;
}

/** Where the changes that were asked for are, with the codes of their fields, and how many entries of each row have some. */
function findChanges({ stored, names, starts, entries }: ChangePlaces) {
  const rows = starts.length - 1;
  const asked = [...new Set(names)].filter(field => field !== null);
  /** In place of a position in `asked`: a change that was not asked for. */
  const none = asked.length;
  const fieldOf = Uint8Array.from(names, name => (name === null ? none : asked.indexOf(name)));
  const counts = new Int32Array(asked.length + 1);
  for (let at = 0; at < stored.length; at++) {
    const field = fieldOf[stored.code(at)]!;
    counts[field] = counts[field]! + 1;
  }
  const fields = asked.map(
    (field, at): FoundChanges => ({
      field,
      starts: new Int32Array(rows + 1),
      positions: new Int32Array(counts[at]!),
    }),
  );
  const ends = new Int32Array(asked.length);
  const order = createNaturals(stored.length - counts[none]!, names.length - 1);
  const entryCounts = new Int32Array(rows);
  let count = 0;
  let mostEntries = 0;
  for (let row = 0; row < rows; row++) {
    const end = starts[row + 1]!;
    let entryCount = 0;
    let lastEntry = -1;
    for (let at = starts[row]!; at < end; at++) {
      const code = stored.code(at);
      const field = fieldOf[code]!;
      if (field === none) continue;
      order[count++] = code;
      const next = ends[field]!;
      fields[field]!.positions[next] = at;
      ends[field] = next + 1;
      if (entries[at] !== lastEntry) entryCount++;
      lastEntry = entries[at]!;
    }
    entryCounts[row] = entryCount;
    if (entryCount > mostEntries) mostEntries = entryCount;
    for (let field = 0; field < fields.length; field++)
      fields[field]!.starts[row + 1] = ends[field]!;
  }
  return { order, fields, entryCounts: packNaturals(entryCounts, mostEntries) };
}

/** Numbers the values of a column that are used. */
class UsedValues {
  readonly #column: Column;
  readonly #codeAt: Read<number>;
  readonly #numbers: Int32Array;
  readonly #used: number[] = [];

  constructor(column: Column) {
    this.#column = column;
    this.#codeAt = codesOf(column);
    this.#numbers = new Int32Array(dictionarySize(column)).fill(-1);
  }

  /** -1 for null. */
  numberAt(at: number): number {
    const code = this.#codeAt(at);
    if (code < 0) return -1;
    if (this.#numbers[code] === -1) this.#numbers[code] = this.#used.push(code) - 1;
    return this.#numbers[code]!;
  }

  /** By number. */
  dictionary(): Dictionary<StoredValue> {
    const used = Int32Array.from(this.#used);
    return new Dictionary(this.#column, text => JSON.parse(text) as StoredValue, used);
  }
}

interface ChangeSource {
  /** The instants of all changes, as pairs of words. */
  readonly words: Int32Array;
  /** The changes to pack. */
  readonly positions: Int32Array;
  readonly from: UsedValues;
  readonly to: UsedValues;
  readonly authorAt: Read<number>;
}

/** The numbers of the changes of a field. */
function packField(source: ChangeSource): Numbers {
  const numbers = new Int16Array(CHANGE_NUMBERS * source.positions.length);
  if (putChanges(source, numbers)) return numbers;
  const wide = new Int32Array(numbers.length);
  putChanges(source, wide);
  return wide;
}

/** Whether all numbers fit. */
function putChanges(
  { words, positions, from, to, authorAt }: ChangeSource,
  numbers: Numbers,
): boolean {
  let fits = true;
  for (let index = 0, next = 0; index < positions.length; index++, next += CHANGE_NUMBERS) {
    const at = positions[index]!;
    const low = words[2 * at]!;
    const high = words[2 * at + 1]!;
    const before = from.numberAt(at);
    const after = to.numberAt(at);
    const author = authorAt(at);
    numbers[next] = low;
    numbers[next + 1] = low >> 16;
    numbers[next + 2] = high;
    numbers[next + FROM] = before;
    numbers[next + TO] = after;
    numbers[next + AUTHOR] = author;
    fits &&=
      numbers[next + 2] === high &&
      numbers[next + FROM] === before &&
      numbers[next + TO] === after &&
      numbers[next + AUTHOR] === author;
  }
  return fits;
}
