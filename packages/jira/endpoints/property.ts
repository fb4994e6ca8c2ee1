import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { HttpError } from '../errors.ts';
import type { HttpRequest } from '../http.ts';
import { maybe } from '../wire/parse.ts';
import { readOne } from './read.ts';

/** A value stored under a key: of a dashboard item, an add-on, or the Data Center servlet. */
const WireProperty = v.nullable(v.object({ key: maybe(v.string()), value: v.unknown() }));

/** The stored value; undefined when it was never saved. */
export async function fetchProperty(
  client: JiraClient,
  { path, query }: Pick<HttpRequest, 'path' | 'query'>,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    return (await readOne(client, WireProperty, path, { query, signal }))?.value;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}
