import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { loadMetadata } from '@tallyboard/jira/load/metadata.ts';
import { writeColumns } from '@tallyboard/jira/load/write-columns.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { asServer } from './inner-jira.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Issues of one segment: their JSON and objects are in memory while it is written. */
const SEGMENT_SIZE = 5_000;

/** The bytes of a project whose issues cannot be columns, since some of their lists are incomplete. */
const NO_COLUMNS = new Uint8Array(0);

/** Issues that are read as columns in the time of reading one as JSON. */
const READ_RATIO = 20;
/** Issues that are written as columns in that time. */
const WRITE_RATIO = 0.5;

interface StoredSegments {
  /** Compressed Arrow streams. */
  readonly segments: readonly Uint8Array[];
  /** Projects without valid segments. */
  readonly missing: readonly string[];
}

/**
 * The valid segments of the projects of some issues. Null where there are no columns, and where reading the issues as JSON costs
 * less, also than writing the missing segments.
 */
export async function findSegments(
  store: Store,
  issueIds: readonly string[],
): Promise<StoredSegments | null> {
  const counts = await store.segments.issueCounts(null);
  const countIn = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  const maxRead = issueIds.length * READ_RATIO;
  const all = [...counts.keys()];
  // Looking for the projects of many issues would cost more than it saves.
  const projectIds = countIn(all) <= maxRead ? all : await store.segments.projectsOf(issueIds);
  if (countIn(projectIds) > maxRead) return null;
  const valid = (await store.segments.read(projectIds)) ?? [];
  const known = new Set(valid.map(({ projectId }) => projectId));
  const missing = projectIds.filter(id => !known.has(id));
  if (countIn(missing) > issueIds.length / WRITE_RATIO) return null;
  const segments = valid.flatMap(({ bytes }) => bytes);
  return hasColumns(segments) ? { segments, missing } : null;
}

/** The Arrow streams of the projects of some issues; those that are missing or stale are written first. Null as `findSegments`. */
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

const writeSegments = (store: Store, projectIds: readonly string[]) =>
  asServer(store, async (client): Promise<readonly Uint8Array[]> => {
    const all: Uint8Array[] = [];
    for (const projectId of projectIds) {
      const revision = await store.segments.revision();
      const segments = await segmentsOf(store, client, projectId);
      await store.segments.write(projectId, revision, segments);
      all.push(...segments);
    }
    return all;
  });

async function segmentsOf(
  store: Store,
  client: JiraClient,
  projectId: string,
): Promise<readonly Uint8Array[]> {
  const metadata = await loadMetadata(client);
  const ids = await store.segments.issueIds(projectId);
  const { signal } = new AbortController();
  const segments: Uint8Array[] = [];
  for (let at = 0; at < ids.length; at += SEGMENT_SIZE) {
    const batch = ids.slice(at, at + SEGMENT_SIZE).map(String);
    const bytes = await writeColumns(client, metadata, batch, signal);
    if (bytes === null) return [NO_COLUMNS];
    segments.push(await compress(bytes));
  }
  return segments;
}
