import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { writeColumns } from '@tallyboard/dataset/stream/write-columns.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { SegmentPlace, SegmentState } from '@tallyboard/replica/data/segments.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { asServer } from './inner-jira.ts';

const compress = promisify(zstdCompress);
/** With the size of the content, see `openSegment`. */
const compressed = (bytes: Uint8Array) => compress(bytes, { pledgedSrcSize: bytes.length });

/** The bytes of issues that must be read as JSON: see `writeColumns`. */
const NO_COLUMNS = new Uint8Array(0);

export const hasColumns = (segment: Uint8Array): boolean => segment.length > 0;

/** Whether a segment must be written again. It may still be valid. */
export const isOutdated = ({ isValid, changed }: SegmentState): boolean =>
  !isValid || changed.size > 0;

export interface WriteSettings {
  readonly signal?: AbortSignal | undefined;
  /** Called before each segment with the number of issues that are done, and of all stale segments. */
  readonly onProgress?: (issues: number, total: number) => void;
}

/**
 * Writes all segments that are stale or have changed issues, one after another: of several processes one writes and the others
 * wait. Segments that become stale meanwhile stay so. Throws the signal's reason, or the first failure after all were tried.
 */
export async function writeStaleSegments(
  store: Store,
  { signal, onProgress }: WriteSettings = {},
): Promise<void> {
  const lock = await store.lock('segments', { wait: true, ...(signal && { signal }) });
  try {
    const stale = (await store.segments.list()).filter(isOutdated);
    if (stale.length === 0) return;
    const total = stale.reduce((sum, { issues }) => sum + issues, 0);
    let written = 0;
    const failures: unknown[] = [];
    const writeAll = async (client: JiraClient) => {
      for (const segment of stale) {
        signal?.throwIfAborted();
        onProgress?.(written, total);
        await writeSegment(store, client, segment).catch(error => failures.push(error));
        written += segment.issues;
      }
    };
    await store.segments.withBoundedMemory(() => asServer(store, writeAll));
    if (failures.length > 0) throw failures[0];
  } finally {
    await lock?.release();
  }
}

/** A segment as it is stored, and the revision of the data that it was made of. */
export interface DerivedSegment {
  readonly revision: number;
  readonly issues: number;
  readonly bytes: Uint8Array;
  readonly needs: Uint8Array;
  /** As `Segment.whole`. */
  readonly whole: Uint8Array;
}

export async function deriveSegment(
  store: Store,
  client: JiraClient,
  place: SegmentPlace,
): Promise<DerivedSegment> {
  const revision = await store.segments.revision();
  const ids = await store.segments.issueIds(place);
  const stored = store.as(null, 'stored');
  const { result, needs, partial } = await stored.segments.withNeeds(ids, () =>
    asServer(stored, ofStored => columnsOf(ofStored, ids)),
  );
  const whole = result && partial.length > 0 ? await columnsOf(client, partial) : NO_COLUMNS;
  const canBeRead = result !== null && whole !== null;
  return {
    revision,
    issues: ids.length,
    bytes: canBeRead ? await compressed(result) : NO_COLUMNS,
    needs,
    whole: canBeRead && whole.length > 0 ? await compressed(whole) : NO_COLUMNS,
  };
}

/** Returns the segment. It is not stored if the issues change meanwhile or the database is read-only. */
export async function writeSegment(
  store: Store,
  client: JiraClient,
  place: SegmentPlace,
): Promise<Pick<DerivedSegment, 'bytes' | 'whole'>> {
  const { revision, ...segment } = await deriveSegment(store, client, place);
  await store.segments.write(place, revision, segment);
  return segment;
}

/** Null where the issues must be read as JSON. */
export async function columnsOf(
  client: JiraClient,
  issueIds: readonly number[],
): Promise<Uint8Array | null> {
  const metadata = await loadMetadata(client);
  const { signal } = new AbortController();
  return writeColumns(client, metadata, issueIds.map(String), signal);
}
