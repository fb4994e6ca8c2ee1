import type { FetchKey } from './tokens.ts';
import { TokenError } from './tokens.ts';

const KEYS = 'https://connect-install-keys.atlassian.com/';
const TIMEOUT_MS = 5000;
const MAX_LENGTH = 10_000;

/** Atlassian's public keys. A key id never changes its key, so each is fetched once. */
export function installKeys(ask: typeof fetch = fetch): FetchKey {
  const known = new Map<string, string>();
  return async keyId => {
    const key = known.get(keyId) ?? (await fetchKey(ask, keyId));
    known.set(keyId, key);
    return key;
  };
}

async function fetchKey(ask: typeof fetch, keyId: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await ask(KEYS + keyId, { redirect: 'error', signal });
  const text = reply.ok ? await reply.text() : '';
  if (text.length > MAX_LENGTH || !/^-----BEGIN PUBLIC KEY-----\s/.test(text))
    throw new TokenError('Atlassian has no such key.');
  return text;
}
