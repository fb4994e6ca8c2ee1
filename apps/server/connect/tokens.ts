import { createHash } from 'node:crypto';
import {
  AsymmetricAlgorithm,
  createQueryStringHash,
  decodeAsymmetric,
  decodeSymmetric,
  getAlgorithm,
  getKeyId,
  SymmetricAlgorithm,
} from 'atlassian-jwt';
import type { FastifyRequest } from 'fastify';

/** A token was refused. The message is logged; the caller gets 401 only. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

export interface SignedCall {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
}

/** Allowed clock skew. */
const SKEW_MS = 30_000;
const MAX_LIFETIME_MS = 3_600_000;
/** The hash of the token of a frame, which is bound to no call. */
export const CONTEXT_HASH = 'context-qsh';

/** The query string hash (qsh) of a call: method, path below the base URL, sorted query without `jwt`. */
export function callHash({ method, url }: SignedCall, baseUrl: string): string {
  const { pathname, searchParams } = new URL(url, 'http://call');
  const query: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(searchParams.keys())) {
    const values = searchParams.getAll(name);
    query[name] = values.length === 1 ? (values[0] ?? '') : values;
  }
  return createQueryStringHash({ method, pathname, query }, false, baseUrl);
}

/** The unverified issuer, which names the secret to verify with. Throws TokenError. */
export function readIssuer(token: string): string {
  return textClaim(readUnverified(token), 'iss');
}

function readUnverified(token: string): Record<string, unknown> {
  const payload = attempt(() => {
    if (getAlgorithm(token) === AsymmetricAlgorithm.RS256)
      return decodeAsymmetric(token, '', AsymmetricAlgorithm.RS256, true);
    return decodeSymmetric(token, '', SymmetricAlgorithm.HS256, true);
  });
  return recordOf(payload);
}

/** Verifies a token that a site signed for the call with this hash, or for its frames (CONTEXT_HASH). Throws TokenError. */
export function verifySiteToken(token: string, secret: string, hash: string, now: number) {
  const payload = recordOf(attempt(() => decodeSymmetric(token, secret, SymmetricAlgorithm.HS256)));
  checkHash(payload, hash);
  return checkTimes(payload, now);
}

/** Resolves to the public key in PEM. */
export type FetchKey = (keyId: string) => Promise<string>;

/**
 * Verifies the token of a lifecycle hook, which Atlassian signs with a key of its own. All other checks come first, so
 * that a forged token causes no fetch of a key.
 */
export async function verifyInstallToken(
  token: string,
  call: SignedCall,
  { baseUrl, now, fetchKey }: { baseUrl: string; now: number; fetchKey: FetchKey },
) {
  if (attempt(() => getAlgorithm(token)) !== AsymmetricAlgorithm.RS256)
    throw new TokenError('The token of the life cycle is not signed by Atlassian.');
  const claimed = readUnverified(token);
  const audience = [claimed.aud].flat();
  if (!audience.includes(baseUrl)) throw new TokenError('The token is for another app.');
  checkHash(claimed, callHash(call, baseUrl));
  const claims = checkTimes(claimed, now);
  const keyId: unknown = attempt(() => getKeyId(token));
  if (typeof keyId !== 'string' || !/^[\w-]{1,128}$/.test(keyId))
    throw new TokenError('The token names no key.');
  const key = await fetchKey(keyId);
  attempt(() => decodeAsymmetric(token, key, AsymmetricAlgorithm.RS256));
  return claims;
}

const KEYS = 'https://connect-install-keys.atlassian.com/';

/** Atlassian's public keys. A key id never changes its key, so each is fetched once. */
export function installKeys(): FetchKey {
  const known = new Map<string, string>();
  return async keyId => {
    const key = known.get(keyId) ?? (await fetchInstallKey(keyId));
    known.set(keyId, key);
    return key;
  };
}

async function fetchInstallKey(keyId: string): Promise<string> {
  const reply = await fetch(KEYS + keyId, { redirect: 'error', signal: AbortSignal.timeout(5000) });
  const text = reply.ok ? await reply.text() : '';
  if (text.length > 10_000 || !/^-----BEGIN PUBLIC KEY-----\s/.test(text))
    throw new TokenError('Atlassian has no such key.');
  return text;
}

/** Remembered for replay protection. */
export const tokenId = (token: string): string => createHash('sha256').update(token).digest('hex');

function checkHash(payload: Record<string, unknown>, hash: string): void {
  if (textClaim(payload, 'qsh') !== hash) throw new TokenError('The token is for another call.');
}

function checkTimes(payload: Record<string, unknown>, now: number) {
  const expiresMs = instantOf(payload.exp);
  if (expiresMs === null || expiresMs + SKEW_MS < now) throw new TokenError('The token expired.');
  if (expiresMs > now + MAX_LIFETIME_MS) throw new TokenError('The token lasts too long.');
  for (const begins of [instantOf(payload.nbf), instantOf(payload.iat)]) {
    if (begins !== null && begins - SKEW_MS > now)
      throw new TokenError('The token is not valid yet.');
  }
  return { issuer: textClaim(payload, 'iss'), expiresMs };
}

/** JWT times are in seconds. */
const instantOf = (claim: unknown): number | null =>
  typeof claim === 'number' && Number.isFinite(claim) ? claim * 1000 : null;

function textClaim(payload: Record<string, unknown>, name: string): string {
  const value = payload[name];
  if (typeof value === 'string' && value !== '' && value.length <= 500) return value;
  throw new TokenError(`The token has no '${name}'.`);
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw new TokenError('The token cannot be read.');
}

/** Replaces the library's errors, which quote the token. */
function attempt<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new TokenError('The token is not signed as it should be.');
  }
}

/** The JWT of the Authorization header. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  const [, token] = /^JWT (\S{1,8000})$/.exec(headers.authorization ?? '') ?? [];
  return token ?? null;
}
