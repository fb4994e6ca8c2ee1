import { isRecord } from '@tallyboard/core/unknown.ts';
import type { JiraClient } from '../client.ts';
import { statusOf, WireError } from '../errors.ts';
import type { HttpRequest } from '../http.ts';

/**
 * The value stored under a key of a dashboard item, an add-on, or the Data Center servlet; undefined when it was never saved.
 * Checked without a schema: gadgets read their settings before anything else.
 */
export async function fetchProperty(
  client: JiraClient,
  { path, query }: Pick<HttpRequest, 'path' | 'query'>,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    const reply = await client.send({ method: 'GET', path, ...(query && { query }) }, { signal });
    if (reply === null) return undefined;
    if (!isRecord(reply) || !('value' in reply)) throw new WireError(path, 'a value', reply);
    return reply.value;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
