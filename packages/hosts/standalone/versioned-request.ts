import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';

/** The settings in the properties of a dashboard item. */
export interface StoredSettings {
  readonly value: unknown;
  /** Counts the writes. */
  readonly version: number;
}

/** The item property with the settings of a gadget. */
const PROPERTY = /\/rest\/api\/\w+\/dashboard\/[^/]+\/items\/[^/]+\/properties\/([^/?]+)$/;

/**
 * Optimistic locking for gadget properties: our server answers 409 with the current value when the version that was read
 * is not the latest. Storing again after a 409 overwrites. Settings that are known already answer the first read; null
 * for nothing stored.
 */
export function versionedRequest(
  request: RequestFunction,
  onStored: (key: string) => void,
  known?: StoredSettings | null,
): RequestFunction {
  const seen = new Map<string, string>();
  let given = known;
  return async (asked, signal, onBytes) => {
    const { path } = asked;
    const key = PROPERTY.exec(path)?.[1];
    if (key === undefined) return request(asked, signal, onBytes);
    const stores = asked.method === 'PUT';
    const answer = key === 'settings' && !stores ? given : undefined;
    if (key === 'settings') given = undefined;
    const ifMatch = stores ? seen.get(path) : undefined;
    const reply =
      answer === undefined
        ? await request(ifMatch === undefined ? asked : { ...asked, ifMatch }, signal)
        : replyOf(key, answer);
    const now = reply.headers.etag ?? (reply.status === 404 && !stores ? '"0"' : undefined);
    if (now !== undefined) seen.set(path, now.replace(/^W\//, ''));
    if (stores && reply.status >= 200 && reply.status < 300) onStored(key);
    return reply;
  };
}

/** In the shape of the server's reply. */
function replyOf(key: string, stored: StoredSettings | null): HttpReply {
  if (stored === null)
    return { status: 404, headers: {}, body: '{"errorMessages":["Nothing is stored yet."]}' };
  const { value, version } = stored;
  return {
    status: 200,
    headers: { etag: `"${version}"` },
    body: JSON.stringify({ key, value }),
  };
}
