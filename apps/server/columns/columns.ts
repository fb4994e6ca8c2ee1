import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { FORMAT } from '@tallyboard/columns/schema.ts';
import { type StreamRequest, StreamWriter } from '@tallyboard/columns/stream.ts';
import { COLUMNS_PATH, COLUMNS_TYPE } from '@tallyboard/jira/endpoints/columns.ts';
import { loadMetadata, type Metadata } from '@tallyboard/jira/load/metadata.ts';
import type { QueryColumns } from '@tallyboard/jira/load/read-columns.ts';
import { requireAll, selectColumns } from '@tallyboard/jira/load/select-columns.ts';
import { type Api, type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { FastifyReply } from 'fastify';
import { asServer, INNER_ADDRESS } from './inner-jira.ts';
import { readRequirement } from './read-requirement.ts';
import { findSegments, openSegment, readSegments } from './segments.ts';

export interface ColumnsReply {
  /** Null where the issues must be read as JSON. */
  readonly columns: QueryColumns | null;
}

/** `COLUMNS_PATH` for calls in this process: the stored segments that have the issues of a query. */
export function columnSegments(api: Api): void {
  if (api.flavour !== 'cloud') return;
  api.root.post(COLUMNS_PATH, async (call): Promise<ColumnsReply> => {
    const found = await findIssues(api, call, readSegments);
    return { columns: found && { ids: found.ids, streams: found.segments } };
  });
}

/** `COLUMNS_PATH` over HTTP: the issues of a query as one Arrow stream; 204 where they must be read as JSON. */
export function columnStream(api: Api): void {
  if (api.flavour !== 'cloud') return;
  const metadataOf = rememberMetadata(api.store);
  api.root.post(COLUMNS_PATH, async (call): Promise<FastifyReply | undefined> => {
    const requirement = readRequirement(readBody(call).requirement);
    const found = await findIssues(api, call, readValid);
    if (found === null) return undefined;
    const { ids, segments, revision } = found;
    const { reply } = call;
    const etag = etagOf([FORMAT, revision, requirement, call.base, ids]);
    reply.header('ETag', etag);
    if (call.headers['if-none-match'] === etag) return reply.code(304).send();
    const metadata = await metadataOf(revision);
    const places = new Map(ids.map((id, place) => [Number(id), place]));
    const selection = selectColumns(requirement ?? requireAll(metadata), metadata);
    const addresses = { stored: INNER_ADDRESS, sent: call.base };
    const written = write(segments, { places, selection, revision, addresses });
    // An error in the first part gets a reply of its own.
    const first = await written.next();
    return send(call, Readable.from(continued(first, written)));
  });
}

interface FoundIssues {
  readonly ids: readonly string[];
  readonly segments: readonly Uint8Array[];
  /** Of the data. */
  readonly revision: number;
}

/** Columns are for readers who see everything. Null where the issues must be read as JSON. */
async function findIssues(
  { store }: Api,
  call: Call,
  read: typeof readSegments,
): Promise<FoundIssues | null> {
  const { jql } = readBody(call, ['jql', 'requirement']);
  if (!(await call.store.segments.seesAll())) return null;
  const revision = await store.segments.revision();
  const search = { jql: String(jql ?? ''), ...call.scope, restricted: true };
  const { ids } = await call.store.jql.search(search);
  const segments = await read(store, ids);
  if (segments === null || (await store.segments.revision()) !== revision) return null;
  return { ids, segments, revision };
}

/** Compressed. Missing ones are not written: that would take the server seconds. */
async function readValid(store: Store, ids: readonly string[]) {
  const found = await findSegments(store, ids);
  return found?.missing.length === 0 ? found.segments : null;
}

/** Between segments others have their turn, since decompression is done in another thread. */
async function* write(
  segments: readonly Uint8Array[],
  request: StreamRequest,
): AsyncGenerator<Uint8Array> {
  const writer = new StreamWriter(request);
  for (const segment of segments) {
    const bytes = writer.add(await openSegment(segment));
    if (bytes.length > 0) yield bytes;
  }
  yield writer.end();
}

async function* continued<T>(first: IteratorResult<T>, others: AsyncGenerator<T>) {
  if (!first.done) yield first.value;
  yield* others;
}

function send({ headers, reply }: Call, stream: Readable): FastifyReply {
  reply.type(COLUMNS_TYPE).header('Vary', 'Accept-Encoding');
  const accepted = headers['x-no-compression'] ? '' : String(headers['accept-encoding'] ?? '');
  const encoding = ENCODINGS.find(({ name }) => accepts(accepted, name));
  if (!encoding) return reply.send(stream);
  // An error is one of the stream that is sent.
  const compressed = pipeline(stream, encoding.create(), () => {});
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

/** Of the issues that were found, so that relative dates and currentUser() need no care. */
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
