import {
  CHANGE_FIELDS,
  type Change,
  type ChangeField,
  type FieldChanges,
} from '@tallyboard/core/model/change.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import { detach } from './detach.ts';
import { Coded, type Columns, type Dictionary, longAt, longWords, wordsOf } from './readers.ts';

/** In place of a position in `CHANGE_FIELDS`. */
export const NOT_ASKED = 255;

/** The name of a change; null when it was not asked for. */
export type NameOf = (fieldId: FieldId | null, fieldName: string) => ChangeField | null;

/** The changes of all issues of a segment, by position; those that were not asked for are left out. */
export class ChangeColumns {
  readonly at: Int32Array;
  readonly historyId: Int32Array;
  readonly author: Coded<User>;
  readonly fieldId: Coded<FieldId>;
  readonly fieldName: Coded<string>;
  readonly from: Coded<string>;
  readonly fromText: Coded<string>;
  readonly to: Coded<string>;
  readonly toText: Coded<string>;
  /** By change: its position in `CHANGE_FIELDS`, or `NOT_ASKED`. */
  readonly fields: Uint8Array;
  readonly #counts: NamedChanges['counts'];
  /** Where the changes of each row start. */
  readonly #starts: Int32Array;
  readonly #byField = new Map<ChangeField, FieldPositions>();
  #newStatuses: NewStatuses | null = null;
  /** The number of history entries by row. */
  #histories: Uint32Array | null = null;

  /** Without `nameOf` there are no changes; `copies` as of a `ColumnPlan`. */
  constructor(
    column: Columns,
    starts: Int32Array,
    people: Dictionary<User>,
    { nameOf, copies }: { readonly nameOf: NameOf | null; readonly copies: boolean },
  ) {
    const named = nameOf
      ? nameAll(wordsOf<FieldId>(column('field_id')), wordsOf(column('field_name')), nameOf)
      : NONE_NAMED;
    const asked = copies && nameOf ? askedOf(named, starts) : { ...named, starts, positions: null };
    const own: Columns = name => {
      const values = column(name);
      if (copies && nameOf) detach(values, asked.positions);
      return values;
    };
    this.#counts = named.counts;
    this.#starts = asked.starts;
    this.fields = asked.fields;
    this.at = longWords(own('at'));
    this.historyId = longWords(own('history_id'));
    this.author = new Coded(own('author'), people);
    this.fieldId = wordsOf(own('field_id'));
    this.fieldName = wordsOf(own('field_name'));
    this.from = wordsOf(own('from'));
    this.fromText = wordsOf(own('from_text'));
    this.to = wordsOf(own('to'));
    this.toText = wordsOf(own('to_text'));
  }

  of(row: number): readonly Change[] {
    const end = this.#starts[row + 1] as number;
    let changes = NO_CHANGES;
    for (let at = this.#starts[row] as number; at < end; at++) {
      if (this.fields[at] === NOT_ASKED) continue;
      if (changes === NO_CHANGES) changes = [];
      changes.push(new ChangeRow(this, at));
    }
    return changes;
  }

  ofField(row: number, field: ChangeField): FieldChanges {
    const own = this.#positionsOf(field);
    const start = own.starts[row] as number;
    return new FieldRows(this, own, start, (own.starts[row + 1] as number) - start);
  }

  /** Whether a change of a row is after `from` and up to `to`. */
  hasWithin(row: number, { from, to }: Interval): boolean {
    const start = this.#starts[row] as number;
    // From the last one back, as they are sorted.
    for (let position = (this.#starts[row + 1] as number) - 1; position >= start; position--) {
      if (this.fields[position] === NOT_ASKED) continue;
      const at = longAt(this.at, position);
      if (at <= to) return at > from;
    }
    return false;
  }

  #positionsOf(field: ChangeField): FieldPositions {
    let own = this.#byField.get(field);
    if (!own) {
      own = this.#findPositions(CHANGE_FIELDS.indexOf(field));
      this.#byField.set(field, own);
    }
    return own;
  }

  #findPositions(field: number): FieldPositions {
    const { fields, at, from, to } = this;
    const total = this.#counts[field] as number;
    const positions = new Int32Array(total);
    const values = new Int32Array(FIELD_VALUES * total);
    const starts = new Int32Array(this.#starts.length);
    let count = 0;
    for (let row = 0; row + 1 < starts.length; row++) {
      const end = this.#starts[row + 1] as number;
      for (let position = this.#starts[row] as number; position < end; position++) {
        if (fields[position] !== field) continue;
        const next = FIELD_VALUES * count;
        values[next] = at[2 * position] as number;
        values[next + 1] = at[2 * position + 1] as number;
        values[next + FROM] = from.code(position);
        values[next + TO] = to.code(position);
        positions[count++] = position;
      }
      starts[row + 1] = count;
    }
    return { positions, values, starts };
  }

  /** Whether the status changes of a row name a status that is not `known` and was not visited yet. */
  namesNewStatus(row: number, known: ReadonlyMap<string, unknown>): boolean {
    this.#newStatuses ??= newStatusesOf(this, this.#positionsOf('status').values, known);
    const { count, from, to } = this.#newStatuses;
    if (count === 0) return false;
    const { values, starts } = this.#positionsOf('status');
    const end = FIELD_VALUES * (starts[row + 1] as number);
    for (let at = FIELD_VALUES * (starts[row] as number); at < end; at += FIELD_VALUES) {
      if (from[values[at + FROM] as number] === 1 || to[values[at + TO] as number] === 1)
        return true;
    }
    return false;
  }

  /** Calls `visit` with each status of `namesNewStatus` that the row names. */
  forEachStatus(row: number, visit: (id: string | null, name: string | null) => void): void {
    const unseen = this.#newStatuses;
    if (!unseen) return;
    const { positions, starts } = this.#positionsOf('status');
    const end = starts[row + 1] as number;
    for (let index = starts[row] as number; index < end; index++) {
      const at = positions[index] as number;
      if (takeNew(unseen, this.from, unseen.from, at))
        visit(this.from.at(at), this.fromText.at(at));
      if (takeNew(unseen, this.to, unseen.to, at)) visit(this.to.at(at), this.toText.at(at));
    }
  }

  /** The number of history entries of a row's changes, which are sorted by them. */
  countHistories(row: number): number {
    this.#histories ??= this.#countAll();
    return this.#histories[row] as number;
  }

  #countAll(): Uint32Array {
    const { historyId, fields } = this;
    const starts = this.#starts;
    const counts = new Uint32Array(starts.length - 1);
    for (let row = 0; row < counts.length; row++) {
      const end = starts[row + 1] as number;
      let count = 0;
      let low = -1;
      let high = -1;
      for (let at = starts[row] as number; at < end; at++) {
        if (fields[at] === NOT_ASKED) continue;
        if (historyId[2 * at] === low && historyId[2 * at + 1] === high) continue;
        low = historyId[2 * at] as number;
        high = historyId[2 * at + 1] as number;
        count++;
      }
      counts[row] = count;
    }
    return counts;
  }
}

/** The numbers of a change in `values`: two words of its instant, the codes of `from` and `to`. */
const FIELD_VALUES = 4;
const FROM = 2;
const TO = 3;

/** The positions of the changes of a field, and where those of each row start. */
interface FieldPositions {
  readonly positions: Int32Array;
  /** What is read most, side by side: issues of a query lie far apart in memory. */
  readonly values: Int32Array;
  readonly starts: Int32Array;
}

/** The changes to copy: the positions of those that were asked for, or null for all where most were. */
function askedOf({ fields, counts }: NamedChanges, starts: Int32Array) {
  const count = fields.length - (counts[NOT_ASKED] as number);
  if (2 * count > fields.length) return { fields, starts: starts.slice(), positions: null };
  const positions = new Int32Array(count);
  const asked = new Uint8Array(count);
  const ends = new Int32Array(starts.length);
  for (let row = 0, next = 0; row + 1 < starts.length; row++) {
    const end = starts[row + 1] as number;
    for (let at = starts[row] as number; at < end; at++) {
      if (fields[at] === NOT_ASKED) continue;
      asked[next] = fields[at] as number;
      positions[next++] = at;
    }
    ends[row + 1] = next;
  }
  return { fields: asked, starts: ends, positions };
}

/** By code: 1 for statuses of changes that were not visited yet, 2 for others of changes. Most rows have none of the first. */
interface NewStatuses {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  count: number;
}

/** `values` are those of status changes. */
function newStatusesOf(
  { from, to }: ChangeColumns,
  values: FieldPositions['values'],
  known: ReadonlyMap<string, unknown>,
): NewStatuses {
  const unseen = {
    from: new Uint8Array(from.dictionary.size),
    to: new Uint8Array(to.dictionary.size),
    count: 0,
  };
  for (let at = 0; at < values.length; at += FIELD_VALUES) {
    const before = values[at + FROM] as number;
    const after = values[at + TO] as number;
    if (before >= 0) unseen.from[before] = 1;
    if (after >= 0) unseen.to[after] = 1;
  }
  const markKnown = (codes: Uint8Array, { dictionary }: Coded<string>) =>
    codes.forEach((isUsed, code) => {
      if (isUsed === 0) return;
      if (known.has(dictionary.value(code))) codes[code] = 2;
      else unseen.count++;
    });
  markKnown(unseen.from, from);
  markKnown(unseen.to, to);
  return unseen;
}

/** Whether the id at a position was not visited yet; marks it as visited. */
function takeNew(unseen: NewStatuses, ids: Coded<string>, codes: Uint8Array, at: number): boolean {
  const code = ids.code(at);
  if (code < 0 || codes[code] !== 1) return false;
  codes[code] = 2;
  unseen.count--;
  return true;
}

interface NamedChanges {
  /** The position in `CHANGE_FIELDS` of each change, or `NOT_ASKED`. */
  readonly fields: Uint8Array;
  /** The number of changes of each of these. */
  readonly counts: Uint32Array;
}

const NONE_NAMED: NamedChanges = {
  fields: new Uint8Array(0),
  counts: new Uint32Array(NOT_ASKED + 1),
};

/** Looks each pair of id and name up once. */
export function nameAll(
  fieldId: Coded<FieldId>,
  fieldName: Coded<string>,
  nameOf: NameOf,
): NamedChanges {
  const fields = new Uint8Array(fieldName.length);
  const names = fieldName.dictionary.size;
  const counts = new Uint32Array(NOT_ASKED + 1);
  const known = new Uint8Array((fieldId.dictionary.size + 1) * names).fill(UNKNOWN);
  for (let at = 0; at < fields.length; at++) {
    const pair = (fieldId.code(at) + 1) * names + fieldName.code(at);
    let field = known[pair] as number;
    if (field === UNKNOWN) {
      const name = nameOf(fieldId.at(at), fieldName.at(at) as string);
      field = name === null ? NOT_ASKED : CHANGE_FIELDS.indexOf(name);
      known[pair] = field;
    }
    fields[at] = field;
    counts[field] = (counts[field] as number) + 1;
  }
  return { fields, counts };
}

/** A pair that was not looked up yet. */
const UNKNOWN = 254;

const NO_CHANGES: Change[] = [];

/** A change that reads its members from columns. */
class ChangeRow implements Change {
  readonly #columns: ChangeColumns;
  readonly #position: number;

  constructor(columns: ChangeColumns, position: number) {
    this.#columns = columns;
    this.#position = position;
  }

  get at() {
    return longAt(this.#columns.at, this.#position);
  }
  get historyId() {
    return String(longAt(this.#columns.historyId, this.#position));
  }
  get author() {
    return this.#columns.author.at(this.#position);
  }
  get field() {
    return CHANGE_FIELDS[this.#columns.fields[this.#position] as number] as ChangeField;
  }
  get fieldId() {
    return this.#columns.fieldId.at(this.#position);
  }
  get fieldName() {
    return this.#columns.fieldName.at(this.#position) as string;
  }
  get from() {
    return this.#columns.from.at(this.#position);
  }
  get fromText() {
    return this.#columns.fromText.at(this.#position);
  }
  get to() {
    return this.#columns.to.at(this.#position);
  }
  get toText() {
    return this.#columns.toText.at(this.#position);
  }
}

/** The changes of a field of one issue, read from columns. */
class FieldRows implements FieldChanges {
  readonly #columns: ChangeColumns;
  readonly #own: FieldPositions;
  readonly #start: number;
  readonly length: number;

  constructor(columns: ChangeColumns, own: FieldPositions, start: number, length: number) {
    this.#columns = columns;
    this.#own = own;
    this.#start = start;
    this.length = length;
  }

  at(index: number) {
    return longAt(this.#own.values, 2 * (this.#start + index));
  }
  from(index: number) {
    return this.#columns.from.decode(this.#value(index, FROM));
  }
  fromText(index: number) {
    return this.#columns.fromText.at(this.#position(index));
  }
  to(index: number) {
    return this.#columns.to.decode(this.#value(index, TO));
  }
  toText(index: number) {
    return this.#columns.toText.at(this.#position(index));
  }
  author(index: number) {
    return this.#columns.author.at(this.#position(index));
  }

  #position(index: number): number {
    return this.#own.positions[this.#start + index] as number;
  }

  #value(index: number, place: number): number {
    return this.#own.values[FIELD_VALUES * (this.#start + index) + place] as number;
  }
}
