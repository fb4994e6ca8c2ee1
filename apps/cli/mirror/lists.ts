import { CutListError, HttpError, isAdvice, WireError } from '@tallyboard/jira/errors.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { fetchAllPages } from '@tallyboard/jira/paginate.ts';
import { asObject, asText, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import type { Mirror } from './context.ts';

type ListRequest = Pick<HttpRequest, 'path' | 'query'>;

/** One resource, unchanged. Throws WireError without this member, or without any: no resource of Jira is empty. */
export async function fetchOne(
  { client, signal }: Mirror,
  request: ListRequest,
  member?: string,
): Promise<JsonObject> {
  const reply = await client.send({ method: 'GET', ...request }, { signal });
  const found = asObject(reply);
  if (found && (member === undefined ? Object.keys(found).length > 0 : found[member] != null))
    return found;
  throw new WireError(request.path, member ? `an object with ${member}` : 'an object', reply);
}

/** A whole list, in pages or as a bare array, unchanged. */
export async function fetchList(
  { client, signal }: Mirror,
  request: ListRequest,
): Promise<JsonObject[]> {
  const { path } = request;
  const { items, cut } = await fetchAllPages({
    async fetchPage(startAt, maxResults) {
      const query = { ...request.query, startAt, maxResults };
      const reply = await client.send({ method: 'GET', path, query }, { signal });
      // An empty list is one too; without a list nothing was received, and nothing may be deleted for that.
      if (Array.isArray(reply) || Array.isArray(asObject(reply)?.values)) return reply;
      throw new WireError(path, 'a list', reply);
    },
    list: 'values',
    parseItem(value) {
      const item = asObject(value);
      if (item && identityOf(item) !== null) return item;
      throw new WireError(path, 'records with ids', value);
    },
    idOf: item => identityOf(item) ?? '',
    where: path,
    pageSize: 50,
  });
  // Nothing may be deleted for a list that is not whole.
  if (cut !== null) throw new CutListError(cut);
  return [...items];
}

const identityOf = ({ id, accountId, key, name }: JsonObject): string | null =>
  asText(id) ?? asText(accountId) ?? asText(key) ?? asText(name);

/** Statuses of a resource that the account may not see or this Jira lacks. */
const HIDDEN = [400, 403, 404, 405, 410];

/** Null for a reply with one of the statuses, as Jira says: the page of a gateway says nothing. */
export async function unlessHidden<T>(
  reply: Promise<T>,
  statuses: readonly number[] = HIDDEN,
): Promise<T | null> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof HttpError && statuses.includes(error.status) && isOfJira(error))
      return null;
    throw error;
  }
}

const isOfJira = (error: HttpError): boolean => error.messages.length > 0 && !isAdvice(error);
