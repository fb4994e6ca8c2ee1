import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { JsonPieces, LinePieces, type Piece } from './json-pieces.ts';

/** Enough to recognise JSON lines. */
const HEAD = 1 << 16;

/**
 * Streams the JSON values of a plain or gzipped file. @param onBytes called with the number of bytes read since the
 * last call.
 */
export async function* readPieces(
  file: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Piece> {
  let cutter: JsonPieces | LinePieces | null = null;
  let head = '';
  for await (const text of readText(file, onBytes)) {
    if (cutter) {
      yield* cutter.take(text);
      continue;
    }
    head += text;
    if (head.length < HEAD && !head.includes('\n')) continue;
    cutter = cutterFor(head);
    yield* cutter.take(head);
    head = '';
  }
  if (!cutter) {
    cutter = cutterFor(head);
    yield* cutter.take(head);
  }
  yield* cutter.finish();
}

/** Lines looked at for a first complete value: a log may write some before. */
const MAX_LINES = 50;

/** JSON lines: a complete value on one of the first lines, and more lines. */
function cutterFor(head: string): JsonPieces | LinePieces {
  const text = head.trimStart();
  const end = text.indexOf('\n');
  if (end < 0 || text.slice(end).trim() === '') return new JsonPieces();
  const [first = '', ...others] = text.split('\n', MAX_LINES);
  if (isJson(first)) return first.startsWith('{') ? new LinePieces() : new JsonPieces();
  // Broken first lines may be followed by a whole one, unless the first only opens a list.
  const goesOn = /[[{,:]\s*$/.test(first);
  const isWhole = (line: string) => line.startsWith('{') && isJson(line);
  return !goesOn && others.some(isWhole) ? new LinePieces() : new JsonPieces();
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

async function* readText(file: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  const source = createReadStream(file, { highWaterMark: 1 << 18 });
  source.on('data', chunk => onBytes(chunk.length));
  source.pause();
  const zipped = await isGzip(file);
  const stream = zipped ? unzip(source) : source;
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (text !== '') yield text;
    }
  } finally {
    source.destroy();
    stream.destroy();
  }
  const last = decoder.decode();
  if (last !== '') yield last;
}

function unzip(source: Readable) {
  const gunzip = createGunzip();
  source.on('error', error => gunzip.destroy(error));
  return source.pipe(gunzip);
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}
