import type { StoredSettings } from './protocol.ts';

/** The item property with the settings of a gadget. */
const PROPERTY = /\/rest\/api\/\w+\/dashboard\/[^/]+\/items\/[^/]+\/properties\/([^/?]+)$/;

/**
 * Optimistic locking for gadget properties: our server answers 409 with the current value when the version that was read
 * is not the latest. Storing again after a 409 overwrites. Settings that are known already answer the first read.
 */
export function versionedFetch(
  ask: typeof fetch = (input, init) => fetch(input, init),
  onStored: (key: string) => void,
  known?: StoredSettings | null,
): typeof fetch {
  const seen = new Map<string, string>();
  let given = known;
  return async (input, init = {}) => {
    const address = String(input);
    const key = PROPERTY.exec(address)?.[1];
    if (key === undefined) return ask(input, init);
    const version = seen.get(address);
    const stores = init.method === 'PUT';
    const answer = key === 'settings' && !stores ? given : undefined;
    if (key === 'settings') given = undefined;
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      ...(stores && version !== undefined && { 'if-match': version }),
    };
    const reply =
      answer === undefined ? await ask(input, { ...init, headers }) : replyOf(key, answer);
    const now = reply.headers.get('etag') ?? (reply.status === 404 && !stores ? '"0"' : null);
    if (now !== null) seen.set(address, now.replace(/^W\//, ''));
    if (stores && reply.ok) onStored(key);
    return reply;
  };
}

/** In the shape of the server's reply. */
function replyOf(key: string, stored: StoredSettings | null): Response {
  if (stored === null)
    return Response.json({ errorMessages: ['Nothing is stored yet.'] }, { status: 404 });
  const { value, version } = stored;
  return Response.json({ key, value }, { headers: { etag: `"${version}"` } });
}
