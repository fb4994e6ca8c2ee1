import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { loadMetadata, type Metadata } from '@tallyboard/jira/load/metadata.ts';
import { writeColumns } from '@tallyboard/jira/load/write-columns.ts';
import type { SegmentPlace, SegmentState } from '@tallyboard/replica/data/segments.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { asServer } from './inner-jira.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The bytes of issues that cannot be columns, since some of their lists are incomplete. */
const NO_COLUMNS = new Uint8Array(0);

/** Issues that are read as columns in the time of reading one as JSON. */
const READ_RATIO = 20;
/** Issues that are written as columns in that time. */
const WRITE_RATIO = 0.5;

interface StoredSegments {
  /** Compressed Arrow streams. */
  readonly segments: readonly Uint8Array[];
  /** Those that are stale. */
  readonly missing: readonly SegmentPlace[];
}

const countIn = (segments: readonly SegmentState[]) =>
  segments.reduce((sum, { issues }) => sum + issues, 0);

const nameOf = ({ projectId, position }: SegmentPlace) => `${projectId}/${position}`;

/**
 * The valid segments of some issues. Null where there are no columns, and where reading the issues as JSON costs less, also than
 * writing the missing segments.
 */
export async function findSegments(
  store: Store,
  issueIds: readonly string[],
): Promise<StoredSegments | null> {
  const maxRead = issueIds.length * READ_RATIO;
  let asked = await store.segments.list();
  if (countIn(asked) > maxRead) {
    // Looking for the segments of many issues would cost more than it saves.
    const names = new Set((await store.segments.placesOf(issueIds)).map(nameOf));
    asked = asked.filter(segment => names.has(nameOf(segment)));
    if (countIn(asked) > maxRead) return null;
  }
  const stale = asked.filter(({ isValid }) => !isValid);
  if (countIn(stale) > issueIds.length / WRITE_RATIO) return null;
  const valid = (await store.segments.read(asked)) ?? [];
  const segments = valid.map(({ bytes }) => bytes);
  const known = new Set(valid.map(nameOf));
  const missing = asked.filter(segment => !known.has(nameOf(segment)));
  return hasColumns(segments) ? { segments, missing } : null;
}

/** The Arrow streams of the segments of some issues; stale ones are written first. Null as `findSegments`. */
export async function readSegments(
  store: Store,
  issueIds: readonly string[],
): Promise<readonly Uint8Array[] | null> {
  const found = await findSegments(store, issueIds);
  if (found === null) return null;
  const { segments, missing } = found;
  const written = missing.length === 0 ? [] : await writeSegments(store, missing);
  return hasColumns(written) ? Promise.all([...segments, ...written].map(openSegment)) : null;
}

const hasColumns = (segments: readonly Uint8Array[]) => segments.every(({ length }) => length > 0);

/** The Arrow stream of a stored segment. */
export async function openSegment(segment: Uint8Array): Promise<Uint8Array> {
  const bytes = await decompress(segment);
  // Arrow's columns of 64 bits need aligned bytes.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** Returns the bytes. Those whose issues change meanwhile, and those of a read-only database, stay stale. */
const writeSegments = (store: Store, places: readonly SegmentPlace[]) =>
  asServer(store, async (client): Promise<readonly Uint8Array[]> => {
    const all: Uint8Array[] = [];
    for (const place of places) {
      const revision = await store.segments.revision();
      const metadata = await loadMetadata(client);
      const ids = await store.segments.issueIds(place);
      const bytes = await segmentOf(client, metadata, ids.map(String));
      await store.segments.write(place, revision, { issues: ids.length, bytes });
      all.push(bytes);
    }
    return all;
  });

async function segmentOf(
  client: JiraClient,
  metadata: Metadata,
  issueIds: readonly string[],
): Promise<Uint8Array> {
  const { signal } = new AbortController();
  const bytes = await writeColumns(client, metadata, issueIds, signal);
  return bytes === null ? NO_COLUMNS : compress(bytes);
}
