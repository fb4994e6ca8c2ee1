/** Loads of columns from the host, in a chunk of its own. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { HostClient } from '@tallyboard/jira/client.ts';
import { readableQuery } from '@tallyboard/jira/jql/compose.ts';
import { type ColumnCache, type ColumnRecord, createColumnCache } from '../cached/column-cache.ts';
import type { IssueCache } from '../cached/issue-cache.ts';
import type { Metadata } from '../load/metadata.ts';
import type { LoadSession } from '../load/session.ts';
import { covers } from '../requirement-cover.ts';
import type { OptionalSource, SourceSite } from '../source.ts';
import { fetchColumns } from './fetch-columns.ts';
import { type ColumnsRead, decodeColumns, hasColumns } from './read-columns.ts';
import { stream } from './stream-source.ts';

/** Queries with fewer issues are updated issue by issue. */
const MIN_ISSUES = 5_000;

/** The size of a stream is not known in advance: each time so many bytes have come, half of the remaining progress is done. */
const HALF_BYTES = 10_000_000;

/**
 * Columns of the host, or those of an earlier visit where the host says that they are current.
 *
 * @param cache null when issues are not cached.
 */
export function hostColumns(
  site: SourceSite & { readonly client: HostClient },
  cache: IssueCache | null,
): OptionalSource {
  const { client, now } = site;
  const streams = cache && createColumnCache(cache);
  const countChanges = () => cache?.fetches.changeCount() ?? 0;
  const host = stream(site, async (session, metadata, known) => {
    const { jql, requirement } = session;
    const record = (await streams?.find(jql)) ?? null;
    const isSmall = record === null && (await cachedCount(cache, jql)) < MIN_ISSUES;
    if (isSmall || !hasColumns(requirement, metadata)) return null;
    const stored = record && covers(record.requirement, columnsOf(requirement)) ? record : null;
    for (;;) {
      const since = { at: now(), changeCount: countChanges() };
      const read = await readCurrent(session, metadata, known, stored, since);
      // It may lack what a reader changed meanwhile.
      if (countChanges() === since.changeCount) return read;
    }
  });
  const stored = stream(site, async (session, metadata) => {
    const record = await streams?.find(session.jql);
    const isEnough = record && covers(record.requirement, columnsOf(session.requirement));
    return streams && isEnough ? readStored(streams, session, metadata, record) : null;
  });
  return {
    open: host.open,
    async earlier(jql, requirement) {
      // Which of a forest are of the query is asked anew.
      if (requirement.forest) return null;
      const found = streams && (await stored.open(jql, requirement));
      return found && 'issues' in found ? found : null;
    },
  };

  async function readCurrent(
    session: LoadSession,
    metadata: Metadata,
    known: Dataset | undefined,
    stored: ColumnRecord | null,
    since: { readonly at: number; readonly changeCount: number },
  ): Promise<ColumnsRead | 'unchanged' | null> {
    const { jql, signal, progress } = session;
    const requirement = stored?.requirement ?? columnsOf(session.requirement);
    const etag = known?.revision ?? stored?.etag;
    const reply = await fetchColumns(
      client,
      { jql: readableQuery(jql, client.flavour), requirement, etag },
      { signal, onBytes: count => progress.share(1 - 0.5 ** (count / HALF_BYTES)) },
    );
    if (reply === 'failed') return null;
    if (reply === 'none' || (reply !== 'unchanged' && 'ids' in reply)) {
      await streams?.remove(jql);
      if (reply !== 'none') session.listed.ids = reply.ids;
      return null;
    }
    if (reply !== 'unchanged') {
      const read = await decode(session, metadata, reply.bytes);
      if (read === null || reply.etag === null) return read;
      void streams?.save(jql, { requirement, etag: reply.etag, ...since }, reply.bytes);
      return { ...read, revision: reply.etag };
    }
    if (known?.revision !== undefined) return reply;
    const read = streams && stored && (await readStored(streams, session, metadata, stored));
    if (!read) return readCurrent(session, metadata, undefined, null, since);
    await streams.touch(jql, stored);
    return { ...read, at: since.at };
  }
}

async function readStored(
  streams: ColumnCache,
  session: LoadSession,
  metadata: Metadata,
  record: ColumnRecord,
): Promise<ColumnsRead | null> {
  const bytes = await streams.bytes(session.jql, record);
  const read = bytes && (await decode(session, metadata, bytes));
  return read && { ...read, revision: record.etag, at: record.at };
}

/** Null also for a stream of another format, as after an update of the server. */
async function decode(
  session: LoadSession,
  metadata: Metadata,
  bytes: Uint8Array,
): Promise<ColumnsRead | null> {
  try {
    return await decodeColumns(session, metadata, { ids: null, streams: [bytes] });
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** What columns have of a requirement. */
const columnsOf = (requirement: Requirement): Requirement => ({
  ...requirement,
  boards: [],
  worklogsSince: null,
});

/** How many issues of a query the cache has as JSON; unlimited for none. */
async function cachedCount(cache: IssueCache | null, jql: string): Promise<number> {
  const record = await cache?.query(jql);
  return record?.ids.length ?? Number.POSITIVE_INFINITY;
}
