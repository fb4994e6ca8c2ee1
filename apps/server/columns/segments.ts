import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { SegmentPlace, SegmentState } from '@tallyboard/replica/data/segments.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { asServer } from './inner-jira.ts';
import { columnsOf, hasColumns, writeSegment } from './write-segments.ts';

/** Threads that decompress. */
const MAX_OPENING = 4;

const decompress = promisify(zstdDecompress);

/** Issues that are read as columns in the time of reading one as JSON. */
const READ_RATIO = 20;
/** Issues that are written as columns in that time. */
const WRITE_RATIO = 0.5;

/** More changed issues make their segments stale. */
const MAX_CHANGED = 200;

export const countIn = (segments: readonly SegmentState[]) =>
  segments.reduce((sum, { issues }) => sum + issues, 0);

export const nameOf = ({ projectId, position }: SegmentPlace) => `${projectId}/${position}`;

/**
 * The segments of some issues; those made of data of a revision since `since` count as valid. Null where there are no
 * columns, and where JSON costs less than reading the segments, or than writing the stale ones first.
 */
export async function findSegments(
  store: Store,
  issueIds: readonly string[],
  since?: number,
): Promise<readonly SegmentState[] | null> {
  const maxRead = issueIds.length * READ_RATIO;
  let asked = await store.segments.list(since);
  if (countIn(asked) > maxRead) {
    // Looking for the segments of many issues would cost more than it saves.
    const names = new Set((await store.segments.placesOf(issueIds)).map(nameOf));
    asked = asked.filter(segment => names.has(nameOf(segment)));
    if (countIn(asked) > maxRead) return null;
  }
  const changes = asked.reduce((sum, { changed }) => sum + changed.size, 0);
  if (changes > MAX_CHANGED)
    asked = asked.map(each => (each.changed.size > 0 ? { ...each, isValid: false } : each));
  const stale = asked.filter(({ isValid }) => !isValid);
  if (countIn(stale) > issueIds.length / WRITE_RATIO) return null;
  return asked.every(({ isValid, size }) => !isValid || size > 0) ? asked : null;
}

/** Of the issues, those that segments have otherwise than they are now, or lack. */
export function changedIn(
  segments: readonly SegmentState[],
  issueIds: readonly string[],
): readonly number[] {
  const changed = new Set(segments.flatMap(each => [...each.changed]));
  return changed.size === 0 ? [] : issueIds.map(Number).filter(id => changed.has(id));
}

/** The Arrow stream of changed issues, none without any. Null where these must be read as JSON. */
export async function writeChanged(
  store: Store,
  issueIds: readonly number[],
): Promise<readonly Uint8Array[] | null> {
  if (issueIds.length === 0) return [];
  const columns = await asServer(store, client => columnsOf(client, issueIds));
  return columns && [columns];
}

/**
 * The Arrow streams of the changed issues and of the segments of some issues; stale segments are written first. Null as
 * `findSegments`.
 */
export async function readSegments(
  store: Store,
  issueIds: readonly string[],
): Promise<readonly Uint8Array[] | null> {
  const found = await findSegments(store, issueIds);
  if (found === null) return null;
  const segments = await readBytes(store, found);
  if (!segments.every(hasColumns)) return null;
  const changed = await writeChanged(store, changedIn(found, issueIds));
  return changed && [...changed, ...(await openAll(segments))];
}

async function readBytes(store: Store, found: readonly SegmentState[]): Promise<Uint8Array[]> {
  const valid = (await store.segments.read(found)) ?? [];
  const known = new Set(valid.map(nameOf));
  const missing = found.filter(segment => !known.has(nameOf(segment)));
  const written = missing.length === 0 ? [] : await writeSegments(store, missing);
  return [...valid.map(({ bytes }) => bytes), ...written];
}

/** Replaces segments by their streams, a few at once: memory for all of them is needed but once. */
async function openAll(segments: Uint8Array[]): Promise<readonly Uint8Array[]> {
  for (let from = 0; from < segments.length; from += MAX_OPENING) {
    const opened = await Promise.all(segments.slice(from, from + MAX_OPENING).map(openSegment));
    segments.splice(from, opened.length, ...opened);
  }
  return segments;
}

/** The Arrow stream of a stored segment. */
export async function openSegment(segment: Uint8Array): Promise<Uint8Array> {
  const bytes = await decompress(segment, { chunkSize: (sizeOf(segment) ?? PIECE_BYTES) + 1 });
  // Arrow's columns of 64 bits need aligned bytes.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** In pieces of 64 kB, as by default, it takes twice the time. */
const PIECE_BYTES = 2 ** 20;

/**
 * The size of what a zstd frame holds (RFC 8878, 3.1.1.1): bytes that come as one piece, with room left, are not copied.
 * Null where the frame does not say it, and for few bytes.
 */
function sizeOf(frame: Uint8Array): number | null {
  const descriptor = frame[4] ?? 0;
  const has4Bytes = descriptor >> 6 === 2;
  const hasWindow = (descriptor & 0x20) === 0;
  if (!has4Bytes) return null;
  return new DataView(frame.buffer, frame.byteOffset).getUint32(hasWindow ? 6 : 5, true);
}

const writeSegments = (store: Store, places: readonly SegmentPlace[]) =>
  asServer(store, async (client): Promise<readonly Uint8Array[]> => {
    const written: Uint8Array[] = [];
    for (const place of places) written.push(await writeSegment(store, client, place));
    return written;
  });
