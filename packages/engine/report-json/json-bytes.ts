/** A list whose items are made when they are written: results name the same issues many times. */
export class LazyList<Item> {
  readonly length: number;
  readonly at: (index: number) => Item;

  constructor(length: number, at: (index: number) => Item) {
    this.length = length;
    this.at = at;
  }

  toJSON(): Item[] {
    const list = new Array<Item>(this.length);
    for (let index = 0; index < this.length; index++) list[index] = this.at(index);
    return list;
  }
}

/**
 * Writes `JSON.stringify(value, null, 2)` as UTF-8, in pieces of some hundred kilobytes: the whole text of a large report takes
 * several times its size, and `JSON.stringify` three times the time.
 */
export function writeJson(value: unknown, write: (piece: Uint8Array) => void): void {
  const writer = new JsonWriter(write);
  writer.value(value, 0);
  writer.end();
}

const PIECE_BYTES = 2 ** 18;
/** Longer texts, with what surrounds them, are encoded by themselves. */
const MAX_SHORT = 1000;
/** The longest number, and the brackets or the word before or after it. */
const MAX_TOKEN = 64;

const [SPACE, QUOTE, COMMA, COLON, MINUS, ZERO, BACKSLASH, DELETE] = Array.from(' ",:-0\\\x7f', c =>
  c.charCodeAt(0),
) as [number, number, number, number, number, number, number, number];
const NEWLINE = 10;
const BILLION = 1_000_000_000;

const encoder = new TextEncoder();

class JsonWriter {
  readonly #write: (piece: Uint8Array) => void;
  #piece = new Uint8Array(PIECE_BYTES);
  #at = 0;

  constructor(write: (piece: Uint8Array) => void) {
    this.#write = write;
  }

  end(): void {
    if (this.#at > 0) this.#write(this.#piece.subarray(0, this.#at));
  }

  /** Writes a value that is indented by `depth`. */
  value(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'boolean') this.#token(value ? 'true' : 'false');
    else if (typeof value !== 'object' || value === null) this.#token('null');
    else if (Array.isArray(value) || value instanceof LazyList) this.#list(value, depth);
    else this.#members(value as Readonly<Record<string, unknown>>, depth);
  }

  #list(list: readonly unknown[] | LazyList<unknown>, depth: number): void {
    const { length } = list;
    if (length === 0) return void this.#token('[]');
    this.#token('[');
    for (let at = 0; at < length; at++) {
      this.#line(at > 0, depth + 1);
      this.value(Array.isArray(list) ? list[at] : list.at(at), depth + 1);
    }
    this.#line(false, depth);
    this.#token(']');
  }

  #members(members: Readonly<Record<string, unknown>>, depth: number): void {
    this.#token('{');
    let isEmpty = true;
    for (const name of Object.keys(members)) {
      const value = members[name];
      if (value === undefined) continue;
      this.#line(!isEmpty, depth + 1);
      isEmpty = false;
      this.#text(name);
      this.#byte(COLON);
      this.#byte(SPACE);
      this.value(value, depth + 1);
    }
    if (!isEmpty) this.#line(false, depth);
    this.#token('}');
  }

  /** A new line, and its indentation. */
  #line(withComma: boolean, depth: number): void {
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
      if (code < SPACE || code === QUOTE || code === BACKSLASH || code >= DELETE)
        return void this.#encoded(text);
      piece[at++] = code;
    }
    piece[at++] = QUOTE;
    this.#at = at;
  }

  /** A text with other characters than printable ASCII. */
  #encoded(text: string): void {
    const bytes = encoder.encode(JSON.stringify(text));
    this.#room(bytes.length);
    if (bytes.length > this.#piece.length) return void this.#write(bytes);
    this.#piece.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #number(value: number): void {
    if (!Number.isFinite(value)) return void this.#token('null');
    if (!Number.isSafeInteger(value)) return void this.#token(String(value));
    this.#room(MAX_TOKEN);
    if (value < 0) this.#byte(MINUS);
    const whole = Math.abs(value);
    if (whole < BILLION) return void this.#digits(whole, 1);
    const high = Math.floor(whole / BILLION);
    this.#digits(high, 1);
    this.#digits(whole - high * BILLION, 9);
  }

  /** The digits of a number below 2^31, at least so many. */
  #digits(value: number, least: number): void {
    let count = least;
    for (let limit = 10 ** least; value >= limit; limit *= 10) count++;
    let rest = value;
    for (let at = this.#at + count - 1; at >= this.#at; at--) {
      const next = (rest / 10) | 0;
      this.#piece[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#at += count;
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
    // With what follows a name.
    if (this.#at + bytes + 2 <= this.#piece.length) return;
    this.end();
    this.#piece = new Uint8Array(PIECE_BYTES);
    this.#at = 0;
  }
}
