import type { Change, ChangeField, FieldChanges } from '@tallyboard/core/model/change.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import {
  type NamedChanges,
  type NamedField,
  type NameOf,
  NOT_ASKED,
  nameAll,
} from './changed-fields.ts';
import { createNaturals, type Naturals, packNaturals, WORD } from './packed-numbers.ts';
import {
  type Columns,
  codesOf,
  type Dictionary,
  longWords,
  type Read,
  wordsOf,
} from './readers.ts';
import { type ChangeValues, ValueCodes } from './value-codes.ts';

/** The changes of one field. Their numbers lie side by side: issues of a query lie far apart in memory. */
interface FieldColumns {
  readonly field: ChangeField;
  /** Where the changes of each row start, and the last ones end. */
  readonly starts: Naturals;
  readonly numbers: Numbers;
}

/** 32 bits where 16 are not enough for the values of a segment. */
type Numbers = Int16Array | Int32Array;

/** Of each change: its instant (the lowest 16 bits, the next ones, the others), both values, and its author or -1. */
const CHANGE_NUMBERS = 6;
const FROM = 3;
const TO = 4;
const AUTHOR = 5;

const instantAt = (numbers: Numbers, start: number): number =>
  ((numbers[start] as number) & 0xffff) +
  ((numbers[start + 1] as number) & 0xffff) * 2 ** 16 +
  (numbers[start + 2] as number) * WORD;

/** The changes of the issues of a segment that were asked for, in 13 bytes each. */
export class ChangeColumns {
  readonly from: ChangeValues;
  readonly to: ChangeValues;
  readonly #names: readonly NamedField[];
  readonly #people: Dictionary<User>;
  readonly #fields: FieldColumns[] = [];
  /** By change, in order: the position of its name. */
  readonly #order: Naturals;
  /** By row. */
  readonly #entryCounts: Naturals;
  #newStatuses: NewStatuses | null = null;

  /** Without `nameOf` there are no changes. */
  constructor(column: Columns, starts: Naturals, people: Dictionary<User>, nameOf: NameOf | null) {
    const named = nameAll(
      wordsOf<FieldId>(column('field_id')),
      wordsOf(column('field_name')),
      nameOf ?? (() => null),
    );
    const from = new ValueCodes(column('from'), column('from_text'));
    const to = new ValueCodes(column('to'), column('to_text'));
    const words = longWords(column('at'));
    const found = findChanges(named, starts, longWords(column('history_id')));
    for (const { field, starts: own, positions } of found.fields) {
      const numbers = packChanges({
        words,
        positions,
        from: from.codesAt(positions),
        to: to.codesAt(positions),
        authorAt: codesOf(column('author')),
      });
      this.#fields.push({ field, starts: packNaturals(own, positions.length), numbers });
    }
    this.#names = named.names;
    this.#order = found.order;
    this.#entryCounts = found.entryCounts;
    this.from = from.values();
    this.to = to.values();
    this.#people = people;
  }

  of(row: number): readonly Change[] {
    const next = this.#fields.map(({ starts }) => starts[row] as number);
    const start = next.reduce((sum, own) => sum + own, 0);
    const end = this.#fields.reduce((sum, { starts }) => sum + (starts[row + 1] as number), 0);
    if (start === end) return NO_CHANGES;
    const changes: Change[] = [];
    for (let at = start; at < end; at++) {
      const name = this.#names[this.#order[at] as number] as NamedField;
      const field = this.#fields.findIndex(own => own.field === name.field);
      const { numbers } = this.#fields[field] as FieldColumns;
      const index = next[field] as number;
      next[field] = index + 1;
      changes.push(new ChangeRow(this, name, numbers, CHANGE_NUMBERS * index));
    }
    return changes;
  }

  ofField(row: number, field: ChangeField): FieldChanges {
    const { starts, numbers } = this.#columnsOf(field);
    const start = starts[row] as number;
    return new FieldRows(this, numbers, start, (starts[row + 1] as number) - start);
  }

  /** Whether a change of a row is after `from` and up to `to`. */
  hasWithin(row: number, { from, to }: Interval): boolean {
    for (const { starts, numbers } of this.#fields) {
      const start = starts[row] as number;
      // From the last one back, as they are sorted.
      for (let position = (starts[row + 1] as number) - 1; position >= start; position--) {
        const at = instantAt(numbers, CHANGE_NUMBERS * position);
        if (at > to) continue;
        if (at > from) return true;
        break;
      }
    }
    return false;
  }

  /** Whether the status changes of a row name a status that is not `known` and was not visited yet. */
  namesNewStatus(row: number, known: ReadonlyMap<string, unknown>): boolean {
    const { starts, numbers } = this.#columnsOf('status');
    this.#newStatuses ??= newStatusesOf(this, numbers, known);
    const { count, from, to } = this.#newStatuses;
    if (count === 0) return false;
    const end = CHANGE_NUMBERS * (starts[row + 1] as number);
    for (let at = CHANGE_NUMBERS * (starts[row] as number); at < end; at += CHANGE_NUMBERS) {
      if (from[numbers[at + FROM] as number] === 1 || to[numbers[at + TO] as number] === 1)
        return true;
    }
    return false;
  }

  /** Calls `visit` with each status of `namesNewStatus` that the row names. */
  forEachStatus(row: number, visit: (id: string | null, name: string | null) => void): void {
    const unseen = this.#newStatuses;
    if (!unseen) return;
    const { starts, numbers } = this.#columnsOf('status');
    const end = CHANGE_NUMBERS * (starts[row + 1] as number);
    for (let at = CHANGE_NUMBERS * (starts[row] as number); at < end; at += CHANGE_NUMBERS) {
      const from = numbers[at + FROM] as number;
      const to = numbers[at + TO] as number;
      if (takeNew(unseen, unseen.from, from))
        visit(this.from.ids.value(from), this.from.texts.value(from));
      if (takeNew(unseen, unseen.to, to)) visit(this.to.ids.value(to), this.to.texts.value(to));
    }
  }

  /** The number of history entries of a row's changes, which are sorted by them. */
  countHistories(row: number): number {
    return this.#entryCounts[row] as number;
  }

  /** Of the change whose numbers start at `start`. */
  author(numbers: Numbers, start: number): User | null {
    const code = numbers[start + AUTHOR] as number;
    return code < 0 ? null : this.#people.value(code);
  }

  #columnsOf(field: ChangeField): FieldColumns {
    for (const own of this.#fields) if (own.field === field) return own;
    const none = {
      field,
      starts: new Uint8Array(this.#entryCounts.length + 1),
      numbers: NO_NUMBERS,
    };
    this.#fields.push(none);
    return none;
  }
}

const NO_CHANGES: readonly Change[] = [];
const NO_NUMBERS = new Int16Array(0);

/** Where the changes that were asked for are. */
interface FoundChanges {
  /** By change: the position of its name. */
  readonly order: Naturals;
  /** The number of history entries by row. */
  readonly entryCounts: Naturals;
  /** The changes of each field, by their positions, and where those of each row start. */
  readonly fields: readonly {
    readonly field: ChangeField;
    readonly starts: Int32Array;
    readonly positions: Int32Array;
  }[];
}

/** @param entries ids of history entries as pairs of words */
function findChanges(
  { names, nameAt, counts }: NamedChanges,
  starts: Naturals,
  entries: Int32Array,
): FoundChanges {
  const rows = starts.length - 1;
  const asked = [...new Set(names.map(({ field }) => field))];
  const fieldOf = names.map(({ field }) => asked.indexOf(field));
  const countOf = (field: number) =>
    counts.reduce((sum, count, name) => sum + (fieldOf[name] === field ? count : 0), 0);
  const fields = asked.map((field, at) => ({
    field,
    starts: new Int32Array(rows + 1),
    positions: new Int32Array(countOf(at)),
  }));
  const ends = asked.map(() => 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const order = createNaturals(total, names.length - 1);
  const entryCounts = new Int32Array(rows);
  let count = 0;
  let mostEntries = 0;
  for (let row = 0; row < rows; row++) {
    let entryCount = 0;
    let low = -1;
    let high = -1;
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at++) {
      const name = nameAt[at] as number;
      if (name === NOT_ASKED) continue;
      order[count++] = name;
      const field = fieldOf[name] as number;
      const next = ends[field] as number;
      (fields[field] as (typeof fields)[number]).positions[next] = at;
      ends[field] = next + 1;
      if (entries[2 * at] === low && entries[2 * at + 1] === high) continue;
      low = entries[2 * at] as number;
      high = entries[2 * at + 1] as number;
      entryCount++;
    }
    entryCounts[row] = entryCount;
    if (entryCount > mostEntries) mostEntries = entryCount;
    for (let field = 0; field < fields.length; field++)
      (fields[field] as (typeof fields)[number]).starts[row + 1] = ends[field] as number;
  }
  return { order, fields, entryCounts: packNaturals(entryCounts, mostEntries) };
}

/** The numbers of some changes. */
interface ChangeCodes {
  /** Of all changes, as pairs of words. */
  readonly words: Int32Array;
  readonly positions: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly authorAt: Read<number>;
}

function packChanges(codes: ChangeCodes): Numbers {
  const numbers = new Int16Array(CHANGE_NUMBERS * codes.positions.length);
  if (putChanges(codes, numbers)) return numbers;
  const wide = new Int32Array(numbers.length);
  putChanges(codes, wide);
  return wide;
}

/** Whether all numbers fit. */
function putChanges(
  { words, positions, from, to, authorAt }: ChangeCodes,
  numbers: Numbers,
): boolean {
  let fits = true;
  for (let index = 0, next = 0; index < positions.length; index++, next += CHANGE_NUMBERS) {
    const at = positions[index] as number;
    const low = words[2 * at] as number;
    const high = words[2 * at + 1] as number;
    const author = authorAt(at);
    numbers[next] = low;
    numbers[next + 1] = low >> 16;
    numbers[next + 2] = high;
    numbers[next + FROM] = from[index] as number;
    numbers[next + TO] = to[index] as number;
    numbers[next + AUTHOR] = author;
    fits &&=
      numbers[next + 2] === high &&
      numbers[next + FROM] === from[index] &&
      numbers[next + TO] === to[index] &&
      numbers[next + AUTHOR] === author;
  }
  return fits;
}

/** By code: 1 for statuses of changes that were not visited yet, else 0. Most rows have none. */
interface NewStatuses {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  count: number;
}

/** `numbers` are those of status changes. */
function newStatusesOf(
  { from, to }: ChangeColumns,
  numbers: Numbers,
  known: ReadonlyMap<string, unknown>,
): NewStatuses {
  const unseen = { from: new Uint8Array(from.size), to: new Uint8Array(to.size), count: 0 };
  const mark = (codes: Uint8Array, { ids }: ChangeValues, place: number) => {
    for (let at = place; at < numbers.length; at += CHANGE_NUMBERS)
      codes[numbers[at] as number] = 1;
    codes.forEach((isUsed, code) => {
      if (isUsed === 0) return;
      const own = ids.value(code);
      if (own === null || known.has(own)) codes[code] = 0;
      else unseen.count++;
    });
  };
  mark(unseen.from, from, FROM);
  mark(unseen.to, to, TO);
  return unseen;
}

/** Whether the status of a code was not visited yet; marks it as visited. */
function takeNew(unseen: NewStatuses, codes: Uint8Array, code: number): boolean {
  if (codes[code] !== 1) return false;
  codes[code] = 0;
  unseen.count--;
  return true;
}

/** A change that reads its members from columns. */
class ChangeRow implements Change {
  readonly #columns: ChangeColumns;
  readonly #name: NamedField;
  readonly #numbers: Numbers;
  readonly #start: number;

  constructor(columns: ChangeColumns, name: NamedField, numbers: Numbers, start: number) {
    this.#columns = columns;
    this.#name = name;
    this.#numbers = numbers;
    this.#start = start;
  }

  get at() {
    return instantAt(this.#numbers, this.#start);
  }
  get author() {
    return this.#columns.author(this.#numbers, this.#start);
  }
  get field() {
    return this.#name.field;
  }
  get fieldId() {
    return this.#name.fieldId;
  }
  get fieldName() {
    return this.#name.fieldName;
  }
  get from() {
    return this.#columns.from.ids.value(this.#numbers[this.#start + FROM] as number);
  }
  get fromText() {
    return this.#columns.from.texts.value(this.#numbers[this.#start + FROM] as number);
  }
  get to() {
    return this.#columns.to.ids.value(this.#numbers[this.#start + TO] as number);
  }
  get toText() {
    return this.#columns.to.texts.value(this.#numbers[this.#start + TO] as number);
  }
}

/** The changes of a field of one issue, read from columns. */
class FieldRows implements FieldChanges {
  readonly #columns: ChangeColumns;
  readonly #numbers: Numbers;
  readonly #start: number;
  readonly length: number;

  constructor(columns: ChangeColumns, numbers: Numbers, start: number, length: number) {
    this.#columns = columns;
    this.#numbers = numbers;
    this.#start = start;
    this.length = length;
  }

  at(index: number) {
    return instantAt(this.#numbers, CHANGE_NUMBERS * (this.#start + index));
  }
  from(index: number) {
    return this.#columns.from.ids.value(this.#number(index, FROM));
  }
  fromText(index: number) {
    return this.#columns.from.texts.value(this.#number(index, FROM));
  }
  to(index: number) {
    return this.#columns.to.ids.value(this.#number(index, TO));
  }
  toText(index: number) {
    return this.#columns.to.texts.value(this.#number(index, TO));
  }
  author(index: number) {
    return this.#columns.author(this.#numbers, CHANGE_NUMBERS * (this.#start + index));
  }

  #number(index: number, place: number): number {
    return this.#numbers[CHANGE_NUMBERS * (this.#start + index) + place] as number;
  }
}
