import type { Change, ChangeField, FieldChanges } from '@tallyboard/core/model/change.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
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
interface FieldColumns {
  readonly field: ChangeField;
  /** Where the changes of each row start, and the last ones end. */
  readonly starts: Naturals;
  readonly numbers: Numbers;
}

/** 32 bits where 16 are not enough for the values of a segment. */
type Numbers = Int16Array | Int32Array;

/** Of each change: its instant (the lowest 16 bits, the next ones, the others), both values, and its author; -1 for none. */
const CHANGE_NUMBERS = 6;
const FROM = 3;
const TO = 4;
const AUTHOR = 5;

const instantAt = (numbers: Numbers, start: number): number =>
  ((((numbers[start + 1] as number) << 16) | ((numbers[start] as number) & 0xffff)) >>> 0) +
  (numbers[start + 2] as number) * WORD;

/** The changes of the issues of a segment that were asked for, in 13 bytes each. */
export class ChangeColumns {
  readonly #stored: Dictionary<StoredField>;
  /** By code. */
  readonly #names: readonly (ChangeField | null)[];
  readonly #from: Dictionary<StoredValue>;
  readonly #to: Dictionary<StoredValue>;
  readonly #people: Dictionary<User>;
  readonly #fields: FieldColumns[];
  /** The codes of the fields of all changes, in order. */
  readonly #order: Naturals;
  /** The number of history entries by row. */
  readonly #entryCounts: Naturals;
  #newStatuses: NewStatuses | null = null;

  /** Without `nameOf` there are no changes. */
  constructor(column: Columns, starts: Naturals, people: Dictionary<User>, nameOf: NameOf | null) {
    const stored = jsonOf<StoredField>(column('field'));
    const names = nameFields(stored.dictionary, nameOf ?? (() => null));
    const { order, entryCounts, fields } = findChanges(
      stored,
      names,
      starts,
      column('entry').values as Int32Array,
    );
    const from = new UsedValues(column('from'));
    const to = new UsedValues(column('to'));
    const words = longWords(column('at'));
    const authorAt = codesOf(column('author'));
    this.#fields = fields.map(({ field, starts, positions }) => ({
      field,
      starts: packNaturals(starts, positions.length),
      numbers: packChanges({ words, positions, from, to, authorAt }),
    }));
    this.#stored = stored.dictionary;
    this.#names = names;
    this.#from = from.dictionary();
    this.#to = to.dictionary();
    this.#people = people;
    this.#order = order;
    this.#entryCounts = entryCounts;
  }

  of(row: number): readonly Change[] {
    const next = this.#fields.map(({ starts }) => starts[row] as number);
    const start = next.reduce((sum, own) => sum + own, 0);
    const end = this.#fields.reduce((sum, { starts }) => sum + (starts[row + 1] as number), 0);
    if (start === end) return NO_CHANGES;
    const changes: Change[] = [];
    for (let at = start; at < end; at++) {
      const code = this.#order[at] as number;
      const field = this.#fields.findIndex(own => own.field === this.#names[code]);
      const { numbers } = this.#fields[field] as FieldColumns;
      const index = next[field] as number;
      next[field] = index + 1;
      changes.push(new ChangeRow(this, code, numbers, CHANGE_NUMBERS * index));
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
    const last = this.#lastAt(row);
    if (last <= to) return last > from;
    return this.of(row).some(({ at }) => at > from && at <= to);
  }

  /** Whether the status changes of a row name a status that is not `known` and was not visited yet. */
  namesNewStatus(row: number, known: ReadonlyMap<string, unknown>): boolean {
    const { starts, numbers } = this.#columnsOf('status');
    this.#newStatuses ??= newStatusesOf(this.#from, this.#to, numbers, known);
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
      const from = takeNew(unseen, unseen.from, this.#from, numbers[at + FROM] as number);
      if (from) visit(from.id, from.text);
      const to = takeNew(unseen, unseen.to, this.#to, numbers[at + TO] as number);
      if (to) visit(to.id, to.text);
    }
  }

  /** The number of history entries of a row's changes, which are sorted by them. */
  countHistories(row: number): number {
    return this.#entryCounts[row] as number;
  }

  /** The members of the change whose numbers start at `start`. */
  from(numbers: Numbers, start: number): StoredValue {
    const code = numbers[start + FROM] as number;
    return code < 0 ? NO_VALUE : this.#from.value(code);
  }
  to(numbers: Numbers, start: number): StoredValue {
    const code = numbers[start + TO] as number;
    return code < 0 ? NO_VALUE : this.#to.value(code);
  }
  author(numbers: Numbers, start: number): User | null {
    const code = numbers[start + AUTHOR] as number;
    return code < 0 ? null : this.#people.value(code);
  }

  /** By the code of a field. */
  field(code: number): ChangeField {
    return this.#names[code] as ChangeField;
  }
  storedField(code: number): StoredField {
    return this.#stored.value(code);
  }

  /** The instant of the last change of a row; -Infinity without one. */
  #lastAt(row: number): Instant {
    let start = 0;
    let end = 0;
    for (const { starts } of this.#fields) {
      start += starts[row] as number;
      end += starts[row + 1] as number;
    }
    if (start === end) return Number.NEGATIVE_INFINITY;
    const { starts, numbers } = this.#columnsOf(this.field(this.#order[end - 1] as number));
    return instantAt(numbers, CHANGE_NUMBERS * ((starts[row + 1] as number) - 1));
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
const NO_VALUE: StoredValue = { id: null, text: null };

/** The changes of a field that were asked for, by their positions. */
interface FoundChanges {
  readonly field: ChangeField;
  readonly starts: Int32Array;
  readonly positions: Int32Array;
}

/** Where the changes that were asked for are, with the codes of their fields, and how many entries of each row have some. */
function findChanges(
  stored: Coded<StoredField>,
  names: readonly (ChangeField | null)[],
  starts: Naturals,
  entries: Int32Array,
) {
  const rows = starts.length - 1;
  const asked = [...new Set(names)].filter(field => field !== null);
  /** In place of a position in `asked`: a change that was not asked for. */
  const none = asked.length;
  const fieldOf = Uint8Array.from(names, name => (name === null ? none : asked.indexOf(name)));
  const counts = new Int32Array(asked.length + 1);
  for (let at = 0; at < stored.length; at++) {
    const field = fieldOf[stored.code(at)] as number;
    counts[field] = (counts[field] as number) + 1;
  }
  const fields = asked.map(
    (field, at): FoundChanges => ({
      field,
      starts: new Int32Array(rows + 1),
      positions: new Int32Array(counts[at] as number),
    }),
  );
  const ends = new Int32Array(asked.length);
  const order = createNaturals(stored.length - (counts[none] as number), names.length - 1);
  const entryCounts = new Int32Array(rows);
  let count = 0;
  let mostEntries = 0;
  for (let row = 0; row < rows; row++) {
    const end = starts[row + 1] as number;
    let entryCount = 0;
    let lastEntry = -1;
    for (let at = starts[row] as number; at < end; at++) {
      const code = stored.code(at);
      const field = fieldOf[code] as number;
      if (field === none) continue;
      order[count++] = code;
      const next = ends[field] as number;
      (fields[field] as FoundChanges).positions[next] = at;
      ends[field] = next + 1;
      if (entries[at] !== lastEntry) entryCount++;
      lastEntry = entries[at] as number;
    }
    entryCounts[row] = entryCount;
    if (entryCount > mostEntries) mostEntries = entryCount;
    for (let field = 0; field < fields.length; field++)
      (fields[field] as FoundChanges).starts[row + 1] = ends[field] as number;
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
    return this.#numbers[code] as number;
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

function packChanges(source: ChangeSource): Numbers {
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
    const at = positions[index] as number;
    const low = words[2 * at] as number;
    const high = words[2 * at + 1] as number;
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

/** By code: 1 for statuses of changes that were not visited yet, else 0. Most rows have none. */
interface NewStatuses {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  count: number;
}

/** `numbers` are those of status changes. */
function newStatusesOf(
  from: Dictionary<StoredValue>,
  to: Dictionary<StoredValue>,
  numbers: Numbers,
  known: ReadonlyMap<string, unknown>,
): NewStatuses {
  const unseen = { from: new Uint8Array(from.size), to: new Uint8Array(to.size), count: 0 };
  const mark = (codes: Uint8Array, values: Dictionary<StoredValue>, place: number) => {
    for (let at = place; at < numbers.length; at += CHANGE_NUMBERS) {
      const code = numbers[at] as number;
      if (code >= 0) codes[code] = 1;
    }
    codes.forEach((isUsed, code) => {
      if (isUsed === 0) return;
      const { id } = values.value(code);
      if (id === null || known.has(id)) codes[code] = 0;
      else unseen.count++;
    });
  };
  mark(unseen.from, from, FROM);
  mark(unseen.to, to, TO);
  return unseen;
}

/** The status of a code if it was not visited yet; marks it as visited. */
function takeNew(
  unseen: NewStatuses,
  codes: Uint8Array,
  values: Dictionary<StoredValue>,
  code: number,
): StoredValue | null {
  if (codes[code] !== 1) return null;
  codes[code] = 0;
  unseen.count--;
  return values.value(code);
}

/** A change that reads its members from columns. */
class ChangeRow implements Change {
  readonly #columns: ChangeColumns;
  readonly #field: number;
  readonly #numbers: Numbers;
  readonly #start: number;

  /** @param field its code; @param start of its numbers */
  constructor(columns: ChangeColumns, field: number, numbers: Numbers, start: number) {
    this.#columns = columns;
    this.#field = field;
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
    return this.#columns.field(this.#field);
  }
  get fieldId() {
    return this.#columns.storedField(this.#field).id;
  }
  get fieldName() {
    return this.#columns.storedField(this.#field).name;
  }
  get from() {
    return this.#columns.from(this.#numbers, this.#start).id;
  }
  get fromText() {
    return this.#columns.from(this.#numbers, this.#start).text;
  }
  get to() {
    return this.#columns.to(this.#numbers, this.#start).id;
  }
  get toText() {
    return this.#columns.to(this.#numbers, this.#start).text;
  }
}

/** The changes of a field of one issue, read from columns. */
class FieldRows implements FieldChanges {
  readonly #columns: ChangeColumns;
  readonly #numbers: Numbers;
  readonly #first: number;
  readonly length: number;

  /** @param first position of the first change */
  constructor(columns: ChangeColumns, numbers: Numbers, first: number, length: number) {
    this.#columns = columns;
    this.#numbers = numbers;
    this.#first = first;
    this.length = length;
  }

  at(index: number) {
    return instantAt(this.#numbers, this.#start(index));
  }
  from(index: number) {
    return this.#columns.from(this.#numbers, this.#start(index)).id;
  }
  fromText(index: number) {
    return this.#columns.from(this.#numbers, this.#start(index)).text;
  }
  to(index: number) {
    return this.#columns.to(this.#numbers, this.#start(index)).id;
  }
  toText(index: number) {
    return this.#columns.to(this.#numbers, this.#start(index)).text;
  }
  author(index: number) {
    return this.#columns.author(this.#numbers, this.#start(index));
  }

  #start(index: number): number {
    return CHANGE_NUMBERS * (this.#first + index);
  }
}
