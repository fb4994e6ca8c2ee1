import type { StoredSettings } from './protocol.ts';

/** A property of a dashboard item: where gadgets keep their settings. */
const PROPERTY = /\/rest\/api\/\w+\/dashboard\/[^/]+\/items\/[^/]+\/properties\/([^/?]+)$/;

/**
 * A fetch that stores a gadget's property only over the version it has read: our server answers 409 with the value that
 * is there now when somebody else was faster. Storing again after that is meant, and goes through. Settings that are
 * known already are answered once without a call.
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

/** As the server would answer. */
function replyOf(key: string, stored: StoredSettings | null): Response {
  if (stored === null)
    return Response.json({ errorMessages: ['Nothing is stored yet.'] }, { status: 404 });
  const { value, version } = stored;
  return Response.json({ key, value }, { headers: { etag: `"${version}"` } });
}
