import type { Change, ChangeField, FieldChanges } from '@tallyboard/core/model/change.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { NameOf, StoredField, StoredValue } from './change-members.ts';
import {
  AUTHOR,
  CHANGE_NUMBERS,
  type FieldColumns,
  FROM,
  instantAt,
  type Numbers,
  type PackedChanges,
  packChanges,
  TO,
} from './pack-changes.ts';
import type { Naturals } from './packed-numbers.ts';
import type { Columns, Dictionary } from './readers.ts';

/** The changes of the issues of a segment that were asked for, in 13 bytes each. */
export class ChangeColumns {
  readonly #packed: PackedChanges;
  readonly #people: Dictionary<User>;
  #newStatuses: NewStatuses | null = null;

  /** Without `nameOf` there are no changes. */
  constructor(column: Columns, starts: Naturals, people: Dictionary<User>, nameOf: NameOf | null) {
    this.#packed = packChanges(column, starts, nameOf ?? (() => null));
    this.#people = people;
  }

  of(row: number): readonly Change[] {
    const next = this.#packed.fields.map(({ starts }) => starts[row]!);
    const start = next.reduce((sum, own) => sum + own, 0);
    const end = this.#packed.fields.reduce((sum, { starts }) => sum + starts[row + 1]!, 0);
    if (start === end) return NO_CHANGES;
    const changes: Change[] = [];
    for (let at = start; at < end; at++) {
      const code = this.#packed.order[at]!;
      const field = this.#packed.fields.findIndex(own => own.field === this.#packed.names[code]);
      const { numbers } = this.#packed.fields[field]!;
      const index = next[field]!;
      next[field] = index + 1;
      changes.push(new ChangeRow(this, code, numbers, CHANGE_NUMBERS * index));
    }
    return changes;
  }

  ofField(row: number, field: ChangeField): FieldChanges {
    const { starts, numbers } = this.#columnsOf(field);
    const start = starts[row]!;
    return new FieldRows(this, numbers, start, starts[row + 1]! - start);
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
    this.#newStatuses ??= newStatusesOf(this.#packed.from, this.#packed.to, numbers, known);
    const { count, from, to } = this.#newStatuses;
    if (count === 0) return false;
    const end = CHANGE_NUMBERS * starts[row + 1]!;
    for (let at = CHANGE_NUMBERS * starts[row]!; at < end; at += CHANGE_NUMBERS) {
      if (from[numbers[at + FROM]!] === 1 || to[numbers[at + TO]!] === 1) return true;
    }
    return false;
  }

  /** Calls `visit` with each status of `namesNewStatus` that the row names. */
  forEachStatus(row: number, visit: (id: string | null, name: string | null) => void): void {
    const unseen = this.#newStatuses;
    if (!unseen) return;
    const { starts, numbers } = this.#columnsOf('status');
    const end = CHANGE_NUMBERS * starts[row + 1]!;
    for (let at = CHANGE_NUMBERS * starts[row]!; at < end; at += CHANGE_NUMBERS) {
      const from = takeNew(unseen, unseen.from, this.#packed.from, numbers[at + FROM]!);
      if (from) visit(from.id, from.text);
      const to = takeNew(unseen, unseen.to, this.#packed.to, numbers[at + TO]!);
      if (to) visit(to.id, to.text);
    }
  }

  /** The number of history entries of a row's changes, which are sorted by them. */
  countHistories(row: number): number {
    return this.#packed.entryCounts[row]!;
  }

  /** The members of the change whose numbers start at `start`. */
  from(numbers: Numbers, start: number): StoredValue {
    const code = numbers[start + FROM]!;
    return code < 0 ? NO_VALUE : this.#packed.from.value(code);
  }
  to(numbers: Numbers, start: number): StoredValue {
    const code = numbers[start + TO]!;
    return code < 0 ? NO_VALUE : this.#packed.to.value(code);
  }
  author(numbers: Numbers, start: number): User | null {
    const code = numbers[start + AUTHOR]!;
    return code < 0 ? null : this.#people.value(code);
  }

  /** By the code of a field. */
  field(code: number): ChangeField {
    return this.#packed.names[code] as ChangeField;
  }
  storedField(code: number): StoredField {
    return this.#packed.storedFields.value(code);
  }

  /** The instant of the last change of a row; -Infinity without one. */
  #lastAt(row: number): Instant {
    let start = 0;
    let end = 0;
    for (const { starts } of this.#packed.fields) {
      start += starts[row]!;
      end += starts[row + 1]!;
    }
    if (start === end) return Number.NEGATIVE_INFINITY;
    const { starts, numbers } = this.#columnsOf(this.field(this.#packed.order[end - 1]!));
    return instantAt(numbers, CHANGE_NUMBERS * (starts[row + 1]! - 1));
  }

  #columnsOf(field: ChangeField): FieldColumns {
    for (const own of this.#packed.fields) if (own.field === field) return own;
    const none = {
      field,
      starts: new Uint8Array(this.#packed.entryCounts.length + 1),
      numbers: NO_NUMBERS,
    };
    this.#packed.fields.push(none);
    return none;
  }
}

const NO_CHANGES: readonly Change[] = [];
const NO_NUMBERS = new Int16Array(0);
const NO_VALUE: StoredValue = { id: null, text: null };

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
      const code = numbers[at]!;
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
