import { AGGREGATE_SCOPES, type KeyScope } from '@tallyboard/replica/rest/call-rights.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { AccessKey } from '@tallyboard/server-store/access-keys.ts';
import {
  type AccessKeys,
  KEY_PATTERN,
  type KeyRefusal,
  keyIdOf,
} from '@tallyboard/service-kit/sign-in/access-keys.ts';
import type { FastifyRequest } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { rightsOf } from '../calls.ts';
import type { Failure } from '../pages/layout.ts';
import type { AccessTokens, TokenRefusal } from './access-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the call was made with. */
    accessKey?: AccessKey;
  }
}

export interface KeyCallParts {
  readonly keys: AccessKeys;
  /** Those of the OpenID provider; null where it gives none for this server. */
  readonly tokens: AccessTokens | null;
  /** An account with its rights of this moment; null if it is gone. */
  readonly ownerOf: (account: string) => Promise<Visitor | null>;
  readonly audit: Audit;
  /** In front of a real Jira, which knows no JQL filters of keys. */
  readonly isProxy: boolean;
  readonly now: () => number;
}

interface Admitted {
  readonly visitor: Visitor;
  readonly key: AccessKey;
}

/** Calls of one key in a minute, on each server. */
export const MAX_CALLS = 600;
/** Refused keys of one address in a minute. */
const MAX_REFUSED = 60;
const MINUTE_MS = 60_000;

const failure = (status: number, message: string): Failure => ({ status, message });

const EXPOSED = failure(
  400,
  "An access key is in the address, which logs and histories keep: if it was valid, it was revoked because it was seen in an address. Make a new one, and send it as 'Authorization: Bearer KEY'.",
);
const BESIDE_COOKIE = failure(
  400,
  'A call has an access key or the cookie of a session, not both.',
);

/** Calls with an access key in place of a session. */
export function keyCalls({ keys, tokens, ownerOf, audit, isProxy, now }: KeyCallParts) {
  const countCall = callCounter(now, MAX_CALLS);
  const countRefused = callCounter(now, MAX_REFUSED);

  /** Null for a call without a key. `hasSession`: whether the call has the cookie of a session that is valid. */
  async function admit(
    request: FastifyRequest,
    hasSession: () => Promise<boolean>,
  ): Promise<Admitted | Failure | null> {
    const authorization = request.headers.authorization ?? '';
    const text = keyOf(authorization);
    const token = tokens && tokenOf(authorization);
    if (text === null && token === null)
      return IN_OTHER_FORM.test(authorization) ? failure(401, AS_BEARER) : null;
    if (text === KEY_AS_USER) return failure(401, AS_USER);
    if (await hasSession()) return BESIDE_COOKIE;
    const key = text === null ? await tokens?.check(token ?? '') : await keys.check(text);
    if (!key) return null;
    if ('refusal' in key) {
      const { refusal: why, status = 401 }: KeyRefusal & Partial<TokenRefusal> = key;
      const id = text === null ? null : keyIdOf(text);
      // A text that never was a key is no attempt with a key.
      if (text === null || id !== null) {
        const account = id === null ? 'token' : `tb_${id}`;
        await audit.refuse({ account, action: 'key refused', address: request.ip, why });
      }
      if (!countRefused(request.ip))
        return failure(429, `${why} Too many access keys of this address were refused.`);
      return failure(status, why);
    }
    if (!countCall(key.id))
      return failure(429, `An access key makes ${MAX_CALLS} calls a minute at most.`);
    if (!METHODS.has(request.method))
      return failure(405, `There is no ${request.method}: ${[...METHODS].join(', ')}.`);
    const owner = await ownerOf(key.owner);
    if (!owner) return failure(401, `The account of the access key '${key.name}' is gone.`);
    const refusal = refusalOf(key, rightsOf(request).scope, text === null);
    if (refusal !== null) return failure(403, `The access key '${key.name}' ${refusal}`);
    const role = key.scopes.includes('admin') ? owner.role : 'reader';
    return {
      key,
      visitor: { ...owner, role, ...(key.jqlFilter !== null && { jqlFilter: key.jqlFilter }) },
    };
  }

  /** Why the key may not make the call; null if it may. */
  function refusalOf(key: AccessKey, needed: KeyScope | null, isToken: boolean): string | null {
    if (needed === null) return 'is for calls, not for this address.';
    if (isToken && !AGGREGATE_SCOPES.has(needed))
      return 'is a token for figures and assistants alone.';
    if (!key.scopes.includes(needed)) return `lacks the scope '${needed}'.`;
    if (key.aggregateOnly && !AGGREGATE_SCOPES.has(needed)) return 'gets aggregated figures only.';
    if (key.jqlFilter !== null && isProxy)
      return 'has a JQL filter, which the Jira behind this server does not know.';
    return null;
  }

  /** Revokes a key that stands in the address. Null if there is none. */
  async function revokeExposed({ ip, url }: FastifyRequest): Promise<Failure | null> {
    const text = KEY_PATTERN.exec(decoded(url))?.[0];
    if (text === undefined) return null;
    const key = await keys.check(text);
    if (!('refusal' in key) && (await keys.revoke(key.id))) {
      const target = `tb_${key.id}`;
      await audit.note({
        account: key.owner,
        action: 'access key revoked',
        target,
        detail: `seen in an address, from ${ip}`,
      });
    }
    return EXPOSED;
  }

  return { admit, revokeExposed };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

/** In place of a key that was sent as the user. */
const KEY_AS_USER = 'key as user';
/** 'Token tb_...', a key in quotes or without a scheme. */
const IN_OTHER_FORM = /(?:^|[\s"',:=])tb_\w{8}/;
const AS_BEARER =
  "Send the access key as 'Authorization: Bearer KEY', or as the password of any user (Basic).";
const AS_USER = 'The access key is the password: give any text as the user.';

/** As a bearer token, or as the password of any user: spreadsheets know only that. Null for other credentials. */
function keyOf(authorization: string): string | null {
  const [kind = '', sent = ''] = authorization.trim().split(/\s+/);
  const isBasic = kind.toLowerCase() === 'basic';
  const pair = isBasic ? Buffer.from(sent, 'base64').toString('utf8') : `:${sent}`;
  const text = pair.slice(pair.indexOf(':') + 1);
  if (isBasic && pair.startsWith('tb_') && !text.startsWith('tb_')) return KEY_AS_USER;
  return text.startsWith('tb_') && (isBasic || kind.toLowerCase() === 'bearer') ? text : null;
}

/** A JWT as a bearer token. */
const tokenOf = (authorization: string): string | null =>
  /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1] ?? null;

/** Each escape by itself, since another one may be broken. */
const decoded = (url: string): string =>
  url.replace(/%([2-7][\da-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

/** Returns a function that counts a call in a minute; false over the limit. */
function callCounter(now: () => number, limit: number) {
  let minute = 0;
  let calls = new Map<string, number>();
  return (id: string): boolean => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) calls = new Map();
    minute = current;
    const count = (calls.get(id) ?? 0) + 1;
    calls.set(id, count);
    return count <= limit;
  };
}
