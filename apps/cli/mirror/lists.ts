import { HttpError } from '@tallyboard/jira/errors.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { fetchAllPages } from '@tallyboard/jira/paginate.ts';
import { asObject, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import type { Mirror } from './context.ts';

type ListRequest = Pick<HttpRequest, 'path' | 'query'>;

/** One resource, unchanged. */
export async function fetchOne(
  { client, signal }: Mirror,
  request: ListRequest,
): Promise<JsonObject> {
  return asObject(await client.send({ method: 'GET', ...request }, { signal })) ?? {};
}

/** A whole list, in pages or as a bare array, unchanged. */
export async function fetchList(
  { client, signal }: Mirror,
  request: ListRequest,
): Promise<JsonObject[]> {
  const { items } = await fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        { method: 'GET', path: request.path, query: { ...request.query, startAt, maxResults } },
        { signal },
      ),
    list: 'values',
    parseItem: value => asObject(value) ?? {},
    idOf: item => String(item.id ?? item.accountId ?? item.name),
    where: request.path,
    pageSize: 50,
  });
  return [...items];
}

/** Null for a resource that the account may not see or this Jira lacks. */
export async function unlessHidden<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof HttpError && [400, 403, 404, 405, 410].includes(error.status)) return null;
    throw error;
  }
}
