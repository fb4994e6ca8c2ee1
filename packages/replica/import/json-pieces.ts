/** The unparsed text of a JSON value. */
export interface Piece {
  readonly text: string;
  /** First line, from 1. */
  readonly line: number;
  /** The file ends within the value. */
  readonly cut?: true;
  /** Whether the piece is an element of a reply's list, or the reply without that list. */
  readonly of?: 'list' | 'reply';
}

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const COMMA = 44;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Characters of one value, and levels within it: a small gzip can unpack to any number. */
const MAX_PIECE = 100_000_000;
const MAX_DEPTH = 1000;

/** Members of a reply whose elements are split. */
export const LISTS = ['issues', 'values', 'issueChangeLogs', 'worklogs'];

/**
 * Splits chunks of text into JSON values, holding at most one of them beyond a chunk: top-level values (e.g. JSON
 * lines), elements of a top-level array, elements of a reply's list.
 */
export class JsonPieces {
  #line = 1;
  #depth = 0;
  /** Depth of the pieces: 0 at the top, 1 in a top-level array, 2 in a reply's list; -1 after that list. */
  #level = 0;
  #inString = false;
  #escaped = false;
  /** The last string at depth 1 of an object, which names a member. */
  #key = '';
  #inPiece = false;
  #startLine = 1;
  /** The piece's text in earlier chunks. */
  #kept = '';
  /** A reply without the elements of its list: the text before the list, and after it. */
  #reply = '';

  /** The pieces that end in the chunk. */
  take(chunk: string): Piece[] {
    const pieces: Piece[] = [];
    // Local variables: this loop sees every character outside of strings.
    let line = this.#line;
    let depth = this.#depth;
    let level = this.#level;
    let start = this.#inPiece ? 0 : -1;
    let i = this.#inString ? this.#endString(chunk, this.#escaped ? 1 : 0) + 1 : 0;
    for (; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      if (code === QUOTE) {
        const from = i + 1;
        i = endOfString(chunk, from);
        if (depth === 1 && level === 0) this.#key = chunk.slice(from, i);
        if (i >= chunk.length) this.#endString(chunk, from);
      } else if (code === COMMA) {
        if (depth !== level || start < 0) continue;
        pieces.push(this.#piece(chunk, start, i, level));
        start = -1;
      } else if (code === NEWLINE) line += 1;
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
        if (depth === 0 && code === OPEN_ARRAY) level = 1;
        else if (depth === 1 && level === 0 && code === OPEN_ARRAY && LISTS.includes(this.#key)) {
          level = 2;
          this.#reply = `${this.#kept}${start >= 0 ? chunk.slice(start, i) : ''}[`;
          start = -1;
          this.#kept = '';
        } else if (depth === level) {
          start = i;
          this.#startLine = line;
        }
        depth += 1;
      } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (depth === 0) continue;
        // A bare value ends before the bracket of its list, any other with its own.
        const end = depth === level ? i : i + 1;
        depth -= 1;
        if (start >= 0 && (end === i || depth === level)) {
          pieces.push(this.#piece(chunk, start, end, level));
          start = -1;
        } else if (depth === 0 && level === -1 && start >= 0) {
          const { text, line: at } = this.#piece(chunk, start, i + 1);
          pieces.push({ text: this.#reply + text, line: at, of: 'reply' });
          start = -1;
        }
        if (depth === 0) level = 0;
        else if (depth === 1 && level === 2) {
          level = -1;
          start = i;
          this.#startLine = line;
        }
      } else if (start < 0 && depth > 0 && depth === level && code > 32) {
        // A bare word or number in place of an object.
        start = i;
        this.#startLine = line;
      }
    }
    if (start >= 0) this.#kept += chunk.slice(start);
    this.#line = line;
    this.#depth = depth;
    this.#level = level;
    this.#inPiece = start >= 0;
    if (depth > MAX_DEPTH) throw new Error(`A value is nested more than ${MAX_DEPTH} deep.`);
    checkLength(this.#kept);
    return pieces;
  }

  finish(): Piece[] {
    if (this.#kept.trim() !== '') return [{ text: this.#kept, line: this.#startLine, cut: true }];
    return this.#depth > 0 ? [{ text: '', line: this.#line, cut: true }] : [];
  }

  #piece(chunk: string, from: number, to: number, level = 0): Piece {
    const text = this.#kept + chunk.slice(from, to);
    this.#kept = '';
    return { text, line: this.#startLine, ...(level === 2 && { of: 'list' }) };
  }

  /** Reads the rest of a string, which may go on in the next chunk; returns its end. */
  #endString(chunk: string, from: number): number {
    const end = endOfString(chunk, from);
    if (this.#inString && this.#level === 0) this.#key += chunk.slice(0, end);
    this.#inString = end >= chunk.length;
    this.#escaped = end > chunk.length;
    return end;
  }
}

function checkLength(text: string): void {
  if (text.length > MAX_PIECE) throw new Error('A value is longer than 100 million characters.');
}

/**
 * The offset of the quote that ends a string; the chunk's length if it is not in the chunk, plus one if the chunk ends
 * in a backslash that escapes the next character.
 */
function endOfString(chunk: string, from: number): number {
  for (let quote = chunk.indexOf('"', from); quote >= 0; quote = chunk.indexOf('"', quote + 1))
    if (!isEscaped(chunk, from, quote)) return quote;
  return isEscaped(chunk, from, chunk.length) ? chunk.length + 1 : chunk.length;
}

/** Whether an odd number of backslashes precedes. */
function isEscaped(chunk: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && chunk.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

/** Splits JSON lines: a broken line loses only that line. */
export class LinePieces {
  #line = 1;
  #rest = '';

  take(chunk: string): Piece[] {
    const pieces: Piece[] = [];
    let from = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      const text = this.#rest + chunk.slice(from, at);
      this.#rest = '';
      from = at + 1;
      if (text.trim() !== '') pieces.push({ text, line: this.#line });
      this.#line += 1;
    }
    this.#rest += chunk.slice(from);
    checkLength(this.#rest);
    return pieces;
  }

  finish(): Piece[] {
    return this.#rest.trim() === '' ? [] : [{ text: this.#rest, line: this.#line }];
  }
}
