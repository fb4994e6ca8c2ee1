import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { SegmentPlace, SegmentState } from '@tallyboard/replica/data/segments.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { asServer } from './inner-jira.ts';
import { columnsOf, type DerivedSegment, hasColumns, writeSegment } from './write-segments.ts';

type SegmentBytes = Pick<DerivedSegment, 'bytes' | 'whole'>;

/** Bytes of a segment, or the stream itself. */
interface SegmentStream {
  readonly bytes: Uint8Array;
  readonly isOpen: boolean;
}

/** Issues of one stream that is written for a call. */
const MAX_CURRENT = 1000;

/** Node has four threads for zlib. */
const MAX_OPENING = 4;

/** Segments that are read by one statement: all of a large site together would take hundreds of megabytes. */
const MAX_READ = 16;

const decompress = promisify(zstdDecompress);

/** Issues that are read as columns in the time of reading one as JSON. */
const READ_RATIO = 20;
/** Issues that are written as columns in that time. */
const WRITE_RATIO = 0.5;

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
  asked = withFewChanges(asked);
  const stale = asked.filter(({ isValid }) => !isValid);
  if (countIn(stale) > issueIds.length / WRITE_RATIO) return null;
  return asked.every(({ isValid, size }) => !isValid || size > 0) ? asked : null;
}

/** The segments with most changed issues become stale until the others have few. */
function withFewChanges(segments: readonly SegmentState[]): SegmentState[] {
  let changes = segments.reduce((sum, { changed }) => sum + changed.size, 0);
  const stale = new Set<SegmentState>();
  for (const each of segments.toSorted((a, b) => b.changed.size - a.changed.size)) {
    if (changes <= MAX_CHANGED) break;
    stale.add(each);
    changes -= each.changed.size;
  }
  return segments.map(each =>
    stale.has(each) ? { ...each, isValid: false, changed: new Set<number>() } : each,
  );
}

/** Issues that changed or came since their segments were written. */
export function changedIn(
  segments: readonly SegmentState[],
  issueIds: readonly string[],
): readonly number[] {
  const changed = new Set(segments.flatMap(each => [...each.changed]));
  return changed.size === 0 ? [] : issueIds.map(Number).filter(id => changed.has(id));
}

/** The Arrow streams of issues as a store shows them now, one after another; null at the end where they must be read as JSON. */
export async function* eachCurrent(
  store: Store,
  issueIds: readonly number[],
): AsyncGenerator<Uint8Array | null> {
  for (let at = 0; at < issueIds.length; at += MAX_CURRENT) {
    const ids = issueIds.slice(at, at + MAX_CURRENT);
    const columns = await asServer(store, client => columnsOf(client, ids));
    yield columns;
    if (columns === null) return;
  }
}

/** All streams of `eachCurrent`; null where the issues must be read as JSON. */
export async function writeCurrent(
  store: Store,
  issueIds: readonly number[],
): Promise<readonly Uint8Array[] | null> {
  const streams: Uint8Array[] = [];
  for await (const columns of eachCurrent(store, issueIds)) {
    if (columns === null) return null;
    streams.push(columns);
  }
  return streams;
}

/**
 * Arrow streams of issues that a reader found: first of those that have changed or that the reader may see only in part, then of
 * the segments of all. Stale segments are written before. Null as `findSegments`.
 */
export async function readSegments(
  store: Store,
  issueIds: readonly string[],
  reader: Store = store,
): Promise<AsyncIterable<Uint8Array | null> | null> {
  const found = await findSegments(store, issueIds);
  if (found === null) return null;
  if ((await reader.segments.extent()) !== 'everything')
    return readRestricted(store, issueIds, reader, found);
  const valid = found.filter(({ isValid }) => isValid);
  const stale = found.filter(({ isValid }) => !isValid);
  const written = await writeSegments(store, stale);
  if (!written.every(({ bytes }) => hasColumns(bytes))) return null;
  const changed = await writeCurrent(store, changedIn(found, issueIds));
  return changed && openAll(changed, eachSegment(store, valid, written));
}

/** Written segments, and then valid ones, which are written again where they have become stale. */
async function* eachSegment(
  store: Store,
  valid: readonly SegmentState[],
  written: readonly SegmentBytes[],
): AsyncGenerator<SegmentStream> {
  for (const segment of written) yield* streamsOf(segment);
  for (let at = 0; at < valid.length; at += MAX_READ) {
    const listed = valid.slice(at, at + MAX_READ);
    const read = await store.segments.read(listed);
    for (const segment of read) yield* streamsOf(segment);
    const known = new Set(read.map(nameOf));
    const again = await writeSegments(
      store,
      listed.filter(segment => !known.has(nameOf(segment))),
    );
    for (const segment of again) yield* streamsOf(segment);
  }
}

/** Streams in the order that counts: of an issue in both, the first. */
const streamsOf = ({ whole, bytes }: SegmentBytes): readonly SegmentStream[] =>
  [...(hasColumns(whole) ? [whole] : []), bytes].map(each => ({ bytes: each, isOpen: false }));

/**
 * Streams, and then those of segments; null for one that cannot be opened. The call starts to open the first segments, so that
 * threads work while the caller prepares, and later ones are opened while the caller reads one. A segment's bytes are freed
 * when the next one is asked for: until they are collected they would take gigabytes.
 */
function openAll(
  streams: readonly Uint8Array[],
  segments: AsyncIterator<SegmentStream | null>,
): AsyncGenerator<Uint8Array | null> {
  const openNext = async () => {
    const { done, value } = await segments.next();
    if (done) return undefined;
    if (value === null || value.isOpen) return { bytes: value?.bytes ?? null, free() {} };
    const bytes = await openSegment(value.bytes).catch(() => null);
    return { bytes, free: () => void (bytes?.buffer as ArrayBuffer | undefined)?.transfer(0) };
  };
  const opening: ReturnType<typeof openNext>[] = [];
  const openOneMore = () => {
    const next = openNext();
    // Thrown where the caller comes to it.
    next.catch(() => {});
    opening.push(next);
  };
  for (let count = 0; count < MAX_OPENING; count++) openOneMore();
  return (async function* () {
    yield* streams;
    for (;;) {
      const opened = await opening.shift();
      if (opened === undefined) return;
      openOneMore();
      yield opened.bytes;
      opened.free();
    }
  })();
}

async function readRestricted(
  store: Store,
  issueIds: readonly string[],
  reader: Store,
  found: readonly SegmentState[],
): Promise<AsyncIterable<Uint8Array | null> | null> {
  const stale = found.filter(({ isValid }) => !isValid);
  await writeSegments(store, stale);
  // Only stored segments have needs.
  const listed = stale.length > 0 ? await findSegments(store, issueIds) : found;
  if (!listed?.every(({ isValid }) => isValid)) return null;
  return openAll([], eachOfReader(reader, issueIds, listed));
}

/** Some segments at a time, first the issues that are written for the reader; null at the end where issues must be read as JSON. */
async function* eachOfReader(
  reader: Store,
  issueIds: readonly string[],
  listed: readonly SegmentState[],
): AsyncGenerator<SegmentStream | null> {
  const wanted = new Set(issueIds.map(Number));
  for (let at = 0; at < listed.length; at += MAX_READ) {
    const some = listed.slice(at, at + MAX_READ);
    const read = await reader.segments.read(some);
    const isWhole = read.length === some.length && read.every(({ bytes }) => hasColumns(bytes));
    const withheld = read.flatMap(segment => [...segment.withheld].filter(id => wanted.has(id)));
    const own = new Set([...changedIn(some, issueIds), ...withheld]);
    const current = isWhole ? await writeCurrent(reader, [...own]) : null;
    if (current === null) {
      yield null;
      return;
    }
    for (const bytes of current) yield { bytes, isOpen: true };
    for (const { bytes } of read) yield { bytes, isOpen: false };
  }
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
 * The size of a zstd frame's content (RFC 8878, 3.1.1.1): content that comes as one piece, with room left, is not copied.
 * Null where the frame lacks it, and for little content.
 */
function sizeOf(frame: Uint8Array): number | null {
  const descriptor = frame[4] ?? 0;
  const has4Bytes = descriptor >> 6 === 2;
  const hasWindow = (descriptor & 0x20) === 0;
  if (!has4Bytes) return null;
  return new DataView(frame.buffer, frame.byteOffset).getUint32(hasWindow ? 6 : 5, true);
}

async function writeSegments(
  store: Store,
  places: readonly SegmentPlace[],
): Promise<readonly SegmentBytes[]> {
  if (places.length === 0) return [];
  return asServer(store, async client => {
    const written: SegmentBytes[] = [];
    for (const place of places) written.push(await writeSegment(store, client, place));
    return written;
  });
}
