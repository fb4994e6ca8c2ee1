import { createHash } from 'node:crypto';
import { finished, pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { FORMAT } from '@tallyboard/dataset/columns/schema.ts';
import { StreamWriter } from '@tallyboard/dataset/columns/stream.ts';
import { loadMetadata, type Metadata } from '@tallyboard/dataset/load/metadata.ts';
import { COLUMNS_PATH, COLUMNS_TYPE } from '@tallyboard/dataset/stream/fetch-columns.ts';
import type { QueryColumns } from '@tallyboard/dataset/stream/read-columns.ts';
import { requireAll, selectColumns } from '@tallyboard/dataset/stream/select-columns.ts';
import { createGate, GateBusyError } from '@tallyboard/jira/gate.ts';
import type { SegmentState } from '@tallyboard/replica/data/segments.ts';
import { type Api, type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { READ_COLUMNS } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { FastifyReply } from 'fastify';
import { asServer, INNER_ADDRESS } from './inner-jira.ts';
import { readRequirement } from './read-requirement.ts';
import { createRenewal, type SegmentWriter } from './renewal.ts';
import {
  changedIn,
  eachCurrent,
  findSegments,
  nameOf,
  openSegment,
  readSegments,
  writeCurrent,
} from './segments.ts';

export interface ColumnsReply {
  /** Null where the issues must be read as JSON. */
  readonly columns: QueryColumns | null;
}

/** `COLUMNS_PATH` for calls in this process: the stored segments that have the issues of a query. */
export function columnSegments(api: Api): void {
  if (api.flavour !== 'cloud') return;
  api.root.post(COLUMNS_PATH, READ_COLUMNS, async (call): Promise<ColumnsReply> => {
    const ids = await findIssues(call);
    const streams = await readSegments(api.store, ids, call.store);
    return { columns: streams && { ids, streams } };
  });
}

interface ColumnSettings {
  readonly segmentWriter: SegmentWriter | undefined;
  /** Pages get the number of more issues in place of them. Unlimited by default. */
  readonly maxIssues: number | undefined;
}

/**
 * `COLUMNS_PATH` over HTTP: the issues of a query as one Arrow stream, each as it was when the call came or later; 204 where
 * they must be read as JSON, and their number where they are too many for a page.
 */
export const columnStream = (settings: ColumnSettings) => (api: Api) => {
  const { segmentWriter, maxIssues = Number.POSITIVE_INFINITY } = settings;
  if (api.flavour !== 'cloud') return;
  const { store } = api;
  const metadataOf = rememberMetadata(store);
  const changedColumns = rememberChanged(store);
  const renew = createRenewal(segmentWriter);
  const inSlot = createSlots();

  async function findSource(call: Call): Promise<StreamSource> {
    // First: all that follows is of this revision of the data, or a later one.
    const revision = await store.segments.revision();
    // Valid ones of earlier tries, whose issues may have changed since.
    const known = new Map<string, SegmentState>();
    for (let tries = 0; ; tries++) {
      const ids = await findIssues(call);
      const found = await findSegments(store, ids, revision);
      if (found === null) return { ids, segments: null, revision };
      const segments = found.map(each => (each.isValid ? each : (known.get(nameOf(each)) ?? each)));
      for (const each of segments) if (each.isValid) known.set(nameOf(each), each);
      const stale = segments.filter(({ isValid }) => !isValid);
      if (stale.length === 0) return { ids, segments, revision };
      if (tries === MAX_RENEWALS || !(await renew(stale))) return { ids, segments: null, revision };
    }
  }

  api.root.post(COLUMNS_PATH, READ_COLUMNS, async (call): Promise<FastifyReply | undefined> => {
    const body = readBody(call, ['jql', 'requirement', 'ids', 'page']);
    const requirement = readRequirement(body.requirement);
    const { reply } = call;
    /** Null after a reply without a stream. */
    const findStream = async (): Promise<FoundStream | null> => {
      const { ids, segments, revision } = await findSource(call);
      if (body.page === true && ids.length > maxIssues) {
        reply.send({ issueCount: ids.length, maxIssues });
        return null;
      }
      const rights = await rightsOf(call);
      const etag = etagOf([FORMAT, revision, rights, requirement, call.base, ids]);
      const isSame = segments !== null && call.headers['if-none-match'] === etag;
      const changedIds = segments && !isSame ? changedIn(segments, ids) : [];
      const own = rights === null ? [] : changedIds;
      const shared = rights === null ? changedIds : [];
      const changed = segments && !isSame && (await changedColumns(revision, shared));
      if (segments === null || changed === null) {
        if (body.ids === true && ids.length <= MAX_IDS) reply.send({ ids });
        else reply.code(204).send();
        return null;
      }
      reply.header('ETag', etag);
      if (changed) return { ids, segments, changed, own, revision };
      reply.code(304).send();
      return null;
    };
    let found = await findStream();
    if (found === null) return reply;
    const sent = inSlot(call, async () => {
      const current = found ?? (await findStream());
      if (current === null) return reply;
      const { ids, revision } = current;
      const metadata = await metadataOf(revision);
      const places = new Map(ids.map((id, place) => [Number(id), place]));
      const selection = selectColumns(requirement ?? requireAll(metadata), metadata);
      const addresses = { stored: INNER_ADDRESS, sent: call.base };
      const writer = new StreamWriter({ places, selection, revision, addresses });
      const written = write(call.store, writer, current);
      // An error in the first part gets a reply of its own.
      const first = await written.next();
      reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
      return send(call, continued(first, written));
    });
    // A call that waits for its slot searches again: for many calls the ids would take much memory.
    void setImmediate().then(() => {
      found = null;
    });
    return sent;
  });
};

interface StreamSource {
  readonly ids: readonly string[];
  /** Null where the issues must be read as JSON. */
  readonly segments: readonly SegmentState[] | null;
  readonly revision: number;
}

interface FoundStream extends StreamSource {
  readonly segments: readonly SegmentState[];
  /** Columns of changed issues that all readers share. */
  readonly changed: readonly Uint8Array[];
  /** Ids of changed issues of a reader who does not see everything. */
  readonly own: readonly number[];
}

/** Ids in place of a stream, as many as a page of the search has. */
const MAX_IDS = 5_000;
/** With more, issues change as fast as their columns can be written. */
const MAX_RENEWALS = 3;

/** A client that reads nothing loses the connection after this time, or twice that: Node checks the queue of bytes once more. */
const STALLED_MS = 30_000;

/** Streams at once: each takes several megabytes until its client has read them. */
const MAX_STREAMS = 16;
/** Calls that wait for one to end, and how long they do. */
const MAX_WAITING = 100;
const MAX_WAIT_MS = 20_000;

/**
 * Runs work that begins a stream, as soon as there are fewer than `MAX_STREAMS`; readers take turns. Throws a 503 with
 * Retry-After where too many wait.
 */
function createSlots() {
  const gate = createGate({ width: MAX_STREAMS, maxWaiting: MAX_WAITING, maxWait: MAX_WAIT_MS });
  return ({ reply, caller }: Call, begin: () => Promise<FastifyReply>): Promise<FastifyReply> => {
    const begun = Promise.withResolvers<FastifyReply>();
    const closed = Promise.withResolvers<void>();
    const gone = new AbortController();
    finished(reply.raw, () => {
      closed.resolve();
      gone.abort();
    });
    const task = async () => {
      begun.resolve(await begin());
      await closed.promise;
    };
    gate.run(task, gone.signal, caller.userId ?? '').catch(error => {
      if (gone.signal.aborted) return begun.resolve(reply);
      const isBusy = error instanceof GateBusyError;
      begun.reject(
        isBusy ? new JiraError(503, 'Too many reports at once: try again soon.') : error,
      );
    });
    return begun.promise;
  };
}

/** Changes with what the reader may see; null: everything. */
const rightsOf = async ({ store }: Call): Promise<string | null> =>
  (await store.segments.extent()) === 'everything' ? null : store.access.fingerprint();

/** The ids of a query's issues, in order. */
async function findIssues(call: Call): Promise<readonly string[]> {
  const { jql } = readBody(call);
  const search = { jql: String(jql ?? ''), ...call.scope, restricted: true };
  return (await call.store.jql.search(search)).ids;
}

/**
 * Each segment is read when the client has received those before it; `own` are issues that are written for the reader. Throws
 * if a segment is gone by then, or the reader may no longer see some of the issues.
 */
async function* write(
  reader: Store,
  writer: StreamWriter,
  { ids, segments, changed, own }: FoundStream,
): AsyncGenerator<Uint8Array> {
  for (const columns of changed) yield await inTurn(async () => writer.add(columns));
  const wanted = new Set(ids.map(Number));
  const current = new Set(own);
  for (const each of segments) {
    const parts = await inTurn(async () => {
      const [segment] = await reader.segments.read([each]);
      if (!segment) throw new Error('The issues were removed while they were sent.');
      const { bytes, withheld, whole } = segment;
      const without = new Set([...each.changed, ...withheld]);
      const part = writer.add(await openSegment(bytes), without);
      if (whole.length > 0) return [part, writer.add(await openSegment(whole), each.changed)];
      for (const id of withheld) if (wanted.has(id)) current.add(id);
      return [part];
    });
    for (const bytes of parts) if (bytes.length > 0) yield bytes;
  }
  const written = eachCurrent(reader, [...current]);
  for (;;) {
    const { done, value: columns } = await inTurn(() => written.next());
    if (done) break;
    if (columns === null) throw new Error('Some issues are not complete for their reader.');
    yield writer.add(columns);
  }
  yield writer.end();
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** One segment of all streams at a time, for memory, and after each other requests come first. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = lastTurn.then(work);
  lastTurn = done.catch(() => {}).then(() => setImmediate());
  return done;
}

async function* continued<T>(first: IteratorResult<T>, others: AsyncGenerator<T>) {
  if (!first.done) yield first.value;
  yield* others;
}

function send({ headers, reply }: Call, parts: AsyncGenerator<Uint8Array>): FastifyReply {
  reply.type(COLUMNS_TYPE).header('Vary', 'Accept-Encoding');
  const accepted = headers['x-no-compression'] ? '' : String(headers['accept-encoding'] ?? '');
  const encoding = ENCODINGS.find(({ name }) => accepts(accepted, name));
  if (!encoding) return reply.send(Readable.from(parts));
  // Asks for the next part when one is compressed. An error is one of the stream that is sent.
  const compressed = pipeline(parts, encoding.create(), () => {});
  return reply.header('Content-Encoding', encoding.name).send(compressed);
}

const ENCODINGS = [
  {
    name: 'zstd',
    // A tenth less than by level 3.
    create: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 6 } }),
  },
  { name: 'gzip', create: () => createGzip() },
];

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some(each => {
    const [name, weight = ''] = each.split(';').map(part => part.trim().toLowerCase());
    return name === encoding && !/^q=0(\.0*)?$/.test(weight);
  });

/** ETag by the issues that were found, so that relative dates and currentUser() need no care. */
const etagOf = (content: readonly unknown[]): string =>
  `W/"${createHash('sha256').update(JSON.stringify(content)).digest('base64url')}"`;

/** The fields of the site, read once for each revision of the data. */
function rememberMetadata(store: Store): (revision: number) => Promise<Metadata> {
  let known: { readonly revision: number; readonly metadata: Metadata } | null = null;
  return async revision => {
    if (known?.revision !== revision)
      known = { revision, metadata: await asServer(store, loadMetadata) };
    return known.metadata;
  };
}

/** Sets of changed issues whose columns are kept. */
const MAX_REMEMBERED = 8;

/** Columns of changed issues, written once for all readers of a revision of the data. */
function rememberChanged(store: Store) {
  let known: { readonly revision: number; readonly written: Map<string, Changed> } | null = null;
  return (revision: number, issueIds: readonly number[]): Changed => {
    if (known?.revision !== revision) known = { revision, written: new Map() };
    const { written } = known;
    const name = issueIds.toSorted().join();
    const columns = written.get(name) ?? inTurn(() => writeCurrent(store, issueIds));
    if (written.size === MAX_REMEMBERED) written.clear();
    written.set(name, columns);
    // Calls that wait for it throw this failure.
    columns.catch(() => written.delete(name));
    return columns;
  };
}

type Changed = ReturnType<typeof writeCurrent>;
