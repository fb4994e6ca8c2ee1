import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { DAY, type Day, type Instant } from '@tallyboard/core/time/units.ts';
import {
  InstantList,
  type RecordColumn,
  type RecordColumns,
  RecordList,
} from '@tallyboard/report-kit/figures/record-list.ts';

/** The keys of issues by their rows: results name the same issues many times. */
export class KeyList {
  /** Several members of a result have this list, so that its text is kept. */
  isShared = false;
  readonly rows: Uint32Array;
  readonly keys: readonly IssueKey[];

  constructor(rows: Uint32Array, keys: readonly IssueKey[]) {
    this.rows = rows;
    this.keys = keys;
  }

  at(index: number): string {
    return this.keys[this.rows[index] as number] ?? '?';
  }

  toJSON(): string[] {
    return Array.from(this.rows, (_, index) => this.at(index));
  }
}

/** Numbers divided by a unit; null where they are not finite. */
export class NumberList {
  /** Several members of a result have this list, so that its text is kept. */
  isShared = false;
  readonly values: ArrayLike<number>;
  readonly unit: number;

  constructor(values: ArrayLike<number>, unit: number) {
    this.values = values;
    this.unit = unit;
  }

  at(index: number): number {
    return (this.values[index] as number) / this.unit;
  }

  toJSON(): number[] {
    return Array.from(this.values, (_, index) => this.at(index));
  }
}

/**
 * Writes JSON as UTF-8, indented by two spaces. A list of texts and numbers is one line, and so is an object in a list if it has no
 * lists itself. The text comes in pieces of some hundred kilobytes: as a whole it would take several times its size in memory, and
 * `JSON.stringify` three times the time. `write` returns true for a piece that may be overwritten.
 */
export function writeJson(value: unknown, write: (piece: Uint8Array) => unknown): void {
  const writer = new JsonWriter(write);
  writer.value(value, 0);
  writer.end();
}

const PIECE_BYTES = 2 ** 18;
/** Longer texts, with what surrounds them, are encoded by themselves. */
const MAX_SHORT = 1000;
/** The longest number, and the brackets or the word before or after it. */
const MAX_TOKEN = 64;

const SEPARATOR = ', ';
const AFTER_NAME = ': ';
/** Bytes are copied four at a time: so many may be read and written after the last one. */
const MAX_OVERRUN = 3;

const [SPACE, QUOTE, COMMA, COLON, MINUS, ZERO, BACKSLASH, DELETE] = Array.from(' ",:-0\\\x7f', c =>
  c.charCodeAt(0),
) as [number, number, number, number, number, number, number, number];
const NEWLINE = 10;
const POINT = 46;
const T = 84;
const Z = 90;
const BILLION = 1_000_000_000;
/** The digits of the numbers from 00 to 99. */
const PAIRS = Uint8Array.from(
  Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0')).join(''),
  digit => ZERO + Number(digit),
);
/** Numbers of 15 digits. */
const MAX_EXACT = 1e15;
/** Later years have six digits. */
const END_OF_9999 = Date.UTC(10_000, 0);

/** Whether a number is whole and from 0 to 2^31, as most are. */
const isSmall = (value: number): boolean => value === (value | 0) && value >= 0;

/** The number of digits of a number below 2^31. */
function digitsIn(value: number): number {
  if (value < 10_000) return value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  if (value < 100_000_000)
    return value < 1_000_000 ? (value < 100_000 ? 5 : 6) : value < 10_000_000 ? 7 : 8;
  return value < BILLION ? 9 : 10;
}

const encoder = new TextEncoder();

/** Shorter lists are written key by key. */
const MIN_ENCODED = 16;

/** The JSON texts of the keys of issues, each with the separator before it; the last one is that of a row without a key. */
interface KeyTexts {
  readonly bytes: DataView;
  readonly starts: Int32Array;
}

/** Null for keys with characters that must be escaped or are not ASCII, or of unusual length. */
function encodeKeys(keys: readonly IssueKey[]): KeyTexts | null {
  const starts = new Int32Array(keys.length + 2);
  for (let row = 0; row <= keys.length; row++) {
    const { length } = keys[row] ?? '?';
    if (length > MAX_SHORT) return null;
    starts[row + 1] = (starts[row] as number) + SEPARATOR.length + 2 + length;
  }
  const bytes = new Uint8Array((starts[keys.length + 1] as number) + MAX_OVERRUN);
  let at = 0;
  for (let row = 0; row <= keys.length; row++) {
    const key = keys[row] ?? '?';
    bytes[at++] = COMMA;
    bytes[at++] = SPACE;
    bytes[at++] = QUOTE;
    for (let index = 0; index < key.length; index++) {
      const code = key.charCodeAt(index);
      if (isSpecial(code)) return null;
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
  }
  return { bytes: new DataView(bytes.buffer), starts };
}

/** Of characters that JSON escapes or UTF-8 encodes in several bytes. */
const isSpecial = (code: number): boolean =>
  code < SPACE || code === QUOTE || code === BACKSLASH || code >= DELETE;

/** Neither a list nor an object. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

type Members = Readonly<Record<string, unknown>>;

/** An object without lists. */
const isRecord = (value: unknown): value is Members =>
  !(
    isPlain(value) ||
    Array.isArray(value) ||
    value instanceof KeyList ||
    value instanceof NumberList ||
    value instanceof RecordList
  ) && Object.values(value as Members).every(member => isPlain(member) || isRecord(member));

class JsonWriter {
  readonly #write: (piece: Uint8Array) => unknown;
  #piece = new Uint8Array(PIECE_BYTES);
  #view = new DataView(this.#piece.buffer);
  #at = 0;
  /** Days of instants as texts: there are few. */
  readonly #days = new Map<Day, string>();
  readonly #keys: Map<readonly IssueKey[], KeyTexts | null>;
  /** The texts of shared lists. */
  readonly #shared = new Map<KeyList | NumberList, readonly Uint8Array[]>();

  constructor(
    write: (piece: Uint8Array) => unknown,
    keys = new Map<readonly IssueKey[], KeyTexts | null>(),
  ) {
    this.#write = write;
    this.#keys = keys;
  }

  end(): void {
    if (this.#at > 0) this.#write(this.#piece.subarray(0, this.#at));
  }

  /** Writes a value that is indented by `depth`. */
  value(value: unknown, depth: number): void {
    if (isPlain(value)) this.#plain(value);
    else if (value instanceof KeyList || value instanceof NumberList) this.#column(value);
    else if (value instanceof RecordList)
      this.#lines(value.length, depth, this.#recordWriter(value.columns));
    else if (!Array.isArray(value)) this.#members(value as Members, depth);
    else if (value.every(isPlain)) this.#line(value.length, at => this.#plain(value[at]));
    else
      this.#lines(value.length, depth, at => {
        const item = value[at];
        if (isRecord(item)) this.#record(item);
        else this.value(item, depth + 1);
      });
  }

  #plain(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'boolean') this.#token(value ? 'true' : 'false');
    else this.#token('null');
  }

  /** A list in one line. */
  #line(length: number, writeItem: (at: number) => void): void {
    this.#token('[');
    for (let at = 0; at < length; at++) {
      if (at > 0) this.#token(SEPARATOR);
      writeItem(at);
    }
    this.#token(']');
  }

  /** A list with a line for each item. */
  #lines(length: number, depth: number, writeItem: (at: number) => void): void {
    if (length === 0) return void this.#token('[]');
    this.#token('[');
    for (let at = 0; at < length; at++) {
      this.#newLine(at > 0, depth + 1);
      writeItem(at);
    }
    this.#newLine(false, depth);
    this.#token(']');
  }

  #column(list: KeyList | NumberList): void {
    if (!list.isShared) return void this.#columnText(list);
    let pieces = this.#shared.get(list);
    if (!pieces) {
      const found: Uint8Array[] = [];
      const writer = new JsonWriter(piece => void found.push(piece), this.#keys);
      writer.#columnText(list);
      writer.end();
      this.#shared.set(list, found);
      pieces = found;
    }
    for (const piece of pieces) this.#bytes(piece);
  }

  #numbers({ values, unit }: NumberList): void {
    this.#token('[');
    for (let at = 0; at < values.length; at++) {
      this.#room(MAX_TOKEN);
      if (at > 0) {
        this.#byte(COMMA);
        this.#byte(SPACE);
      }
      const value = (values[at] as number) / unit;
      if (isSmall(value)) this.#digits(value, digitsIn(value));
      else this.#otherNumber(value);
    }
    this.#token(']');
  }

  #columnText(list: KeyList | NumberList): void {
    if (list instanceof NumberList) return void this.#numbers(list);
    const { rows, keys } = list;
    const texts = rows.length < MIN_ENCODED ? null : this.#textsOf(keys);
    if (!texts) return void this.#line(rows.length, at => this.#text(list.at(at)));
    const { bytes, starts } = texts;
    this.#token('[');
    for (let at = 0; at < rows.length; at++) {
      const row = Math.min(rows[at] as number, keys.length);
      const start = (starts[row] as number) + (at === 0 ? SEPARATOR.length : 0);
      const end = starts[row + 1] as number;
      this.#room(end - start);
      this.#copy(bytes, start, end);
    }
    this.#token(']');
  }

  /** Copies bytes, after `#room`. */
  #copy(bytes: DataView, start: number, end: number): void {
    const view = this.#view;
    const offset = this.#at - start;
    for (let from = start; from < end; from += 4)
      view.setUint32(offset + from, bytes.getUint32(from));
    this.#at = offset + end;
  }

  #textsOf(keys: readonly IssueKey[]): KeyTexts | null {
    let texts = this.#keys.get(keys);
    if (texts === undefined) {
      texts = encodeKeys(keys);
      this.#keys.set(keys, texts);
    }
    return texts;
  }

  #members(members: Members, depth: number): void {
    let isEmpty = true;
    this.#token('{');
    for (const name of Object.keys(members)) {
      const value = members[name];
      if (value === undefined) continue;
      this.#newLine(!isEmpty, depth + 1);
      isEmpty = false;
      this.#text(name);
      this.#token(AFTER_NAME);
      this.value(value, depth + 1);
    }
    if (!isEmpty) this.#newLine(false, depth);
    this.#token('}');
  }

  /** An object in one line. */
  #record(members: Members): void {
    let isEmpty = true;
    this.#token('{');
    for (const name of Object.keys(members)) {
      const value = members[name];
      if (value === undefined) continue;
      if (!isEmpty) this.#token(SEPARATOR);
      isEmpty = false;
      this.#text(name);
      this.#token(AFTER_NAME);
      if (isPlain(value)) this.#plain(value);
      else this.#record(value as Members);
    }
    this.#token('}');
  }

  /** Writes the record at an index in one line. What is before each member is encoded once. */
  #recordWriter(columns: RecordColumns): (at: number) => void {
    const members = Object.entries(columns).map(([name, column], place) => ({
      head: encoder.encode(`${place === 0 ? '{' : SEPARATOR}${JSON.stringify(name)}${AFTER_NAME}`),
      write: this.#columnWriter(column),
    }));
    if (members.length === 0) return () => this.#token('{}');
    return at => {
      for (const { head, write } of members) {
        this.#bytes(head);
        write(at);
      }
      this.#token('}');
    };
  }

  #columnWriter(column: RecordColumn): (at: number) => void {
    if (column instanceof InstantList) return at => this.#instant(column.values[at] as Instant);
    if (column instanceof Float64Array) return at => this.#number(column[at] as number);
    if (Array.isArray(column)) return at => this.value(column[at], 0);
    return this.#recordWriter(column as RecordColumns);
  }

  /** A new line, and its indentation. */
  #newLine(withComma: boolean, depth: number): void {
    this.#room(2 + 2 * depth);
    if (withComma) this.#byte(COMMA);
    this.#byte(NEWLINE);
    const end = this.#at + 2 * depth;
    while (this.#at < end) this.#byte(SPACE);
  }

  #text(text: string): void {
    if (text.length > MAX_SHORT) return void this.#encoded(text);
    this.#room(text.length + 2);
    const piece = this.#piece;
    let at = this.#at;
    piece[at++] = QUOTE;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (isSpecial(code)) return void this.#encoded(text);
      piece[at++] = code;
    }
    piece[at++] = QUOTE;
    this.#at = at;
  }

  /** A text with other characters than printable ASCII. */
  #encoded(text: string): void {
    this.#bytes(encoder.encode(JSON.stringify(text)));
  }

  #bytes(bytes: Uint8Array): void {
    this.#room(bytes.length);
    if (bytes.length + AFTER_NAME.length > this.#piece.length) return void this.#write(bytes);
    const piece = this.#piece;
    let to = this.#at;
    if (bytes.length > MAX_SHORT) piece.set(bytes, to);
    else for (let from = 0; from < bytes.length; from++) piece[to++] = bytes[from] as number;
    this.#at += bytes.length;
  }

  /** An ISO time; null for an unknown one. */
  #instant(at: Instant): void {
    if (Number.isNaN(at)) return void this.#plain(null);
    // `toISOString` takes several times as long.
    if (!(at >= 0 && at < END_OF_9999)) return void this.#text(new Date(at).toISOString());
    const day = Math.floor(at / DAY);
    const days = this.#days;
    const text = days.get(day) ?? dayText(day);
    days.set(day, text);
    const time = at - day * DAY;
    const seconds = Math.floor(time / 1000);
    const minutes = Math.floor(seconds / 60);
    this.#room(MAX_TOKEN);
    this.#byte(QUOTE);
    this.#token(text);
    this.#byte(T);
    this.#digits(Math.floor(minutes / 60), 2);
    this.#byte(COLON);
    this.#digits(minutes % 60, 2);
    this.#byte(COLON);
    this.#digits(seconds % 60, 2);
    this.#byte(POINT);
    this.#digits(time % 1000, 3);
    this.#byte(Z);
    this.#byte(QUOTE);
  }

  #number(value: number): void {
    this.#room(MAX_TOKEN);
    if (isSmall(value)) this.#digits(value, digitsIn(value));
    else this.#otherNumber(value);
  }

  #otherNumber(value: number): void {
    if (!Number.isFinite(value)) return void this.#token('null');
    const size = Math.abs(value);
    if (value < 0) this.#byte(MINUS);
    if (Number.isSafeInteger(value)) return void this.#whole(size);
    // Times in seconds: numbers of up to 15 digits have no shorter text. Others take ten times as long.
    const thousandths = Math.round(size * 1000);
    if (thousandths >= MAX_EXACT || thousandths / 1000 !== size)
      return void this.#token(String(size));
    const whole = Math.floor(thousandths / 1000);
    this.#whole(whole);
    this.#byte(POINT);
    this.#digits(thousandths - whole * 1000, 3);
    while (this.#piece[this.#at - 1] === ZERO) this.#at--;
  }

  #whole(value: number): void {
    if (value < BILLION) return void this.#digits(value, digitsIn(value));
    const high = Math.floor(value / BILLION);
    this.#digits(high, digitsIn(high));
    this.#digits(value - high * BILLION, 9);
  }

  /** So many digits of a number below 2^31. */
  #digits(value: number, count: number): void {
    const piece = this.#piece;
    const start = this.#at;
    let rest = value | 0;
    let at = start + count;
    this.#at = at;
    while (at - start >= 2) {
      const next = (rest / 100) | 0;
      const pair = 2 * (rest - next * 100);
      rest = next;
      piece[--at] = PAIRS[pair + 1] as number;
      piece[--at] = PAIRS[pair] as number;
    }
    if (at > start) piece[start] = ZERO + rest;
  }

  /** A short ASCII text, without quotes. */
  #token(text: string): void {
    this.#room(MAX_TOKEN);
    for (let index = 0; index < text.length; index++) this.#byte(text.charCodeAt(index));
  }

  /** A byte, after `#room`. */
  #byte(code: number): void {
    this.#piece[this.#at++] = code;
  }

  /** Begins a new piece where this one has no room for so many bytes. */
  #room(bytes: number): void {
    if (this.#at + bytes + AFTER_NAME.length + MAX_OVERRUN <= this.#piece.length) return;
    if (this.#write(this.#piece.subarray(0, this.#at)) !== true) {
      this.#piece = new Uint8Array(PIECE_BYTES);
      this.#view = new DataView(this.#piece.buffer);
    }
    this.#at = 0;
  }
}
