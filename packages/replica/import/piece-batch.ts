import type { Piece } from './json-pieces.ts';

/** Text of the next batch that is parsed while this thread waits for the database: parsed values take several times its memory. */
const MAX_LENGTH_AHEAD = 2_000_000;
const PIECES_AT_ONCE = 20;

/** Pieces that are written in one transaction. */
export interface PieceBatch {
  readonly pieces: readonly Piece[];
  /** Parses the first pieces whenever this thread waits, until the first value is taken. */
  parseAhead(): void;
  /** A parsed value, once; else undefined. */
  takeParsed(at: number): unknown;
}

export function pieceBatch(pieces: readonly Piece[]): PieceBatch {
  const parsed: unknown[] = [];
  let length = 0;
  let isTaken = false;
  function parseAhead(): void {
    if (isTaken) return;
    for (const { text, cut } of pieces.slice(parsed.length, parsed.length + PIECES_AT_ONCE)) {
      length += text.length;
      if (cut || length > MAX_LENGTH_AHEAD) return;
      try {
        parsed.push(JSON.parse(text));
      } catch {
        // Reported when it is read.
        return;
      }
    }
    if (parsed.length < pieces.length) setImmediate(parseAhead);
  }
  return {
    pieces,
    parseAhead,
    takeParsed(at) {
      isTaken = true;
      const value = parsed[at];
      if (at < parsed.length) parsed[at] = undefined;
      return value;
    },
  };
}

/** Reads one batch ahead. */
export async function* readAhead(batches: AsyncGenerator<PieceBatch>): AsyncGenerator<PieceBatch> {
  try {
    for (let next = batches.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = batches.next();
      // Failures are awaited above, or given up.
      next.then(
        ({ value: ahead }) => ahead?.parseAhead(),
        () => {},
      );
      yield value;
    }
  } finally {
    await batches.return(undefined);
  }
}
