import {
  asObject,
  isId,
  type RecordKind,
  type Repair,
  Report,
} from '@tallyboard/records/values.ts';
import * as v from 'valibot';
import type { JiraClient } from './client.ts';
import type { HttpRequest } from './http.ts';
import { fetchAllPages, type Paged } from './paginate.ts';
import { parseWire } from './wire/parse.ts';

type Query = HttpRequest['query'];

/** The resource that errors name: 'board/84/sprint'. */
const resourceOf = (path: string) => path.replace(/^\/rest\/(api|agile)\/[^/]+\//, '');

/** Reads a resource by GET. */
export async function readOne<const Schema extends v.GenericSchema>(
  client: JiraClient,
  schema: Schema,
  path: string,
  { query, signal }: { readonly query?: Query; readonly signal?: AbortSignal | undefined } = {},
): Promise<v.InferOutput<Schema>> {
  const reply = await client.send({ method: 'GET', path, ...(query && { query }) }, { signal });
  return parseWire(schema, reply, resourceOf(path));
}

/** Sends a POST that only reads. */
export async function readByPost<const Schema extends v.GenericSchema>(
  client: JiraClient,
  schema: Schema,
  request: Omit<HttpRequest, 'method'>,
  signal?: AbortSignal,
): Promise<v.InferOutput<Schema>> {
  const reply = await client.send({ method: 'POST', reads: true, ...request }, { signal });
  return parseWire(schema, reply, resourceOf(request.path));
}

export interface ListRequest {
  readonly path: string;
  readonly query?: Query;
  /** The list's name in the page; 'values' by default. */
  readonly list?: string;
  readonly pageSize: number;
}

/** The items of all pages as Jira has sent them, each once. */
export function readRawPages(
  client: JiraClient,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<Paged<unknown>> {
  const { path, query, list = 'values', pageSize } = request;
  return fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send({ method: 'GET', path, query: { startAt, maxResults, ...query } }, { signal }),
    list,
    parseItem: item => item,
    idOf: item => {
      const id = asObject(item)?.id;
      return isId(id) ? id : JSON.stringify(item ?? null);
    },
    where: resourceOf(path),
    pageSize,
  });
}

/** Records of a list in Jira's own form. */
export interface ReadRecords<T> {
  readonly records: readonly T[];
  /** Values that could not be read, and records that are left out for that. */
  readonly lost: readonly Repair[];
}

/**
 * Checks each record, and repairs the odd ones by code that is loaded for them alone; one that cannot be read does not end
 * the list.
 */
async function checkRecords<const Schema extends v.GenericSchema>(
  schema: Schema,
  raws: readonly unknown[],
  kind: RecordKind,
  where: string,
): Promise<ReadRecords<v.InferOutput<Schema>>> {
  const lost: Repair[] = [];
  const report = new Report(repair => {
    if (repair.isLoss) lost.push(repair);
  });
  const records: v.InferOutput<Schema>[] = [];
  for (const raw of raws) {
    const plain = v.safeParse(schema, raw, { abortEarly: true });
    if (plain.success) {
      records.push(plain.output);
      continue;
    }
    try {
      const { CATALOGUE } = await import('@tallyboard/records/catalogue.ts');
      const read = CATALOGUE[kind](raw, report.part(`${where} `));
      records.push(parseWire(schema, read, where));
    } catch {
      report.lost(where, 'has a record that cannot be read', 'left out');
    }
  }
  return { records, lost };
}

/** Repairs a record and checks it. Throws WireError where it has no identity. */
export async function readRecord<const Schema extends v.GenericSchema>(
  client: JiraClient,
  schema: Schema,
  path: string,
  kind: RecordKind,
  signal?: AbortSignal,
): Promise<v.InferOutput<Schema>> {
  const reply = await client.send({ method: 'GET', path }, { signal });
  const where = resourceOf(path);
  const { records } = await checkRecords(schema, [reply], kind, where);
  return records.length > 0 ? records[0] : parseWire(schema, reply, where);
}

/** A list without pages. */
export async function readRecordList<const Schema extends v.GenericSchema>(
  client: JiraClient,
  schema: Schema,
  path: string,
  kind: RecordKind,
  signal?: AbortSignal,
): Promise<ReadRecords<v.InferOutput<Schema>>> {
  const raws = await readOne(client, v.array(v.unknown()), path, { signal });
  return checkRecords(schema, raws, kind, resourceOf(path));
}

/** All records of a list by startAt. */
export async function readRecordPages<const Schema extends v.GenericSchema>(
  client: JiraClient,
  schema: Schema,
  request: ListRequest,
  kind: RecordKind,
  signal?: AbortSignal,
): Promise<ReadRecords<v.InferOutput<Schema>>> {
  const { items, cut } = await readRawPages(client, request, signal);
  const where = resourceOf(request.path);
  const { records, lost } = await checkRecords(schema, items, kind, where);
  const end = { field: where, what: 'ends early', done: 'the rest is missing', isLoss: true };
  return { records, lost: cut === null ? lost : [...lost, end] };
}
