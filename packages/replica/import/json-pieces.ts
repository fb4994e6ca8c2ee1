/** The unparsed text of a JSON value. */
export interface Piece {
  readonly text: string;
  /** First line, from 1. */
  readonly line: number;
  /** The file ends within the value. */
  readonly cut?: true;
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
const LISTS = new Set(['issues', 'values', 'issueChangeLogs', 'worklogs']);

/**
 * Splits chunks of text into JSON values, holding at most one of them: top-level values (e.g. JSON lines), elements of
 * a top-level array, elements of a reply's list.
 */
export class JsonPieces {
  #line = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Depth of the pieces: 1 in a top-level array, 2 in a reply's list. */
  #cutAt = 0;
  #listFound = false;
  #kept = '';
  #startLine = 1;
  /** Start of the current piece in the chunk; -1 between pieces. */
  #start = -1;
  #key = '';
  #keyStart = -1;

  *take(chunk: string): Generator<Piece> {
    if (this.#start >= 0) this.#start = 0;
    if (this.#keyStart >= 0) this.#keyStart = 0;
    for (let i = 0; i < chunk.length; i++) {
      if (this.#start >= 0 && this.#cutAt > 0 && this.#depth > this.#cutAt) {
        i = this.#skim(chunk, i);
        if (i === chunk.length) break;
      }
      const code = chunk.charCodeAt(i);
      if (code === NEWLINE) this.#line += 1;
      if (this.#inString) {
        this.#throughString(code, chunk, i);
        continue;
      }
      switch (code) {
        case QUOTE:
          this.#inString = true;
          if (this.#depth === 1 && this.#cutAt === 0) {
            this.#key = '';
            this.#keyStart = i + 1;
          }
          break;
        case OPEN_OBJECT:
        case OPEN_ARRAY:
          this.#open(code, i);
          break;
        case CLOSE_OBJECT:
        case CLOSE_ARRAY: {
          const piece = this.#close(chunk, i);
          if (piece) yield piece;
          break;
        }
        case COMMA:
          break;
        default:
          // Report a bare word or number in place of an object.
          if (this.#start < 0 && this.#depth > 0 && this.#depth === this.#cutAt && code > 32)
            this.#begin(i);
      }
      if (code === COMMA && this.#start >= 0 && this.#depth === this.#cutAt && this.#cutAt > 0)
        yield this.#end(chunk, i);
    }
    if (this.#start >= 0) this.#kept += chunk.slice(this.#start);
    if (this.#depth > MAX_DEPTH) throw new Error(`A value is nested more than ${MAX_DEPTH} deep.`);
    checkLength(this.#kept);
    checkLength(this.#key);
    if (this.#keyStart >= 0) this.#key += chunk.slice(this.#keyStart);
  }

  *finish(): Generator<Piece> {
    if (this.#start >= 0 && this.#kept.trim() !== '')
      yield { text: this.#kept, line: this.#startLine, cut: true };
    else if (this.#depth > 0) yield { text: '', line: this.#line, cut: true };
  }

  /**
   * The hot loop inside a piece, on local variables only. Returns the offset of the bracket that closes the piece, or
   * the length of the chunk.
   */
  #skim(chunk: string, from: number): number {
    const outer = this.#cutAt + 1;
    let depth = this.#depth;
    let inString = this.#inString;
    let lines = 0;
    let i = from;
    if (this.#escaped && i < chunk.length) {
      this.#escaped = false;
      i += 1;
    }
    for (; i < chunk.length; i++) {
      if (inString) {
        i = endOfString(chunk, i);
        if (i >= chunk.length) {
          this.#escaped = i > chunk.length;
          break;
        }
        inString = false;
        continue;
      }
      const code = chunk.charCodeAt(i);
      if (code === QUOTE) inString = true;
      else if (code === NEWLINE) lines += 1;
      else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth += 1;
      else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
        if (depth === outer) break;
        depth -= 1;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    this.#line += lines;
    return Math.min(i, chunk.length);
  }

  #throughString(code: number, chunk: string, i: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === BACKSLASH) this.#escaped = true;
    else if (code === QUOTE) {
      this.#inString = false;
      if (this.#keyStart >= 0) {
        this.#key += chunk.slice(this.#keyStart, i);
        this.#keyStart = -1;
      }
    }
  }

  #open(code: number, i: number): void {
    if (this.#depth === 0 && code === OPEN_ARRAY) {
      this.#cutAt = 1;
    } else if (
      this.#depth === 1 &&
      this.#cutAt === 0 &&
      code === OPEN_ARRAY &&
      LISTS.has(this.#key)
    ) {
      // Ignore the paging of the reply.
      this.#cutAt = 2;
      this.#listFound = true;
      this.#start = -1;
      this.#kept = '';
    } else if (this.#depth === this.#cutAt && !(this.#listFound && this.#depth < 2)) {
      this.#begin(i);
    }
    this.#depth += 1;
  }

  #close(chunk: string, i: number): Piece | null {
    if (this.#depth === 0) return null;
    const bare = this.#depth === this.#cutAt && this.#start >= 0;
    const piece = bare ? this.#end(chunk, i) : null;
    this.#depth -= 1;
    if (this.#depth === 0) {
      const whole = this.#cutAt === 0 && !this.#listFound ? this.#end(chunk, i + 1) : piece;
      this.#cutAt = 0;
      this.#listFound = false;
      return whole;
    }
    if (this.#cutAt === 2 && this.#depth === 1) {
      // After the list: skip to the end of the reply.
      this.#cutAt = -1;
      return piece;
    }
    return this.#depth === this.#cutAt && this.#start >= 0 ? this.#end(chunk, i + 1) : piece;
  }

  #begin(i: number): void {
    this.#start = i;
    this.#startLine = this.#line;
    this.#kept = '';
  }

  #end(chunk: string, end: number): Piece {
    const text = this.#kept + chunk.slice(Math.max(this.#start, 0), end);
    this.#start = -1;
    this.#kept = '';
    return { text, line: this.#startLine };
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

  *take(chunk: string): Generator<Piece> {
    let from = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      const text = this.#rest + chunk.slice(from, at);
      this.#rest = '';
      from = at + 1;
      if (text.trim() !== '') yield { text, line: this.#line };
      this.#line += 1;
    }
    this.#rest += chunk.slice(from);
    checkLength(this.#rest);
  }

  *finish(): Generator<Piece> {
    if (this.#rest.trim() !== '') yield { text: this.#rest, line: this.#line };
  }
}
