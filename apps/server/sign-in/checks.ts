import { AGGREGATE_SCOPES } from '@tallyboard/replica/rest/call-rights.ts';
import type { Role, Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { isLoopback } from '@tallyboard/service-kit/sign-in/settings.ts';
import type { FastifyRequest } from 'fastify';
import { isCall, rightsOf } from '../calls.ts';
import type { keyCalls } from '../keys/key-calls.ts';
import type { Failure } from '../pages/layout.ts';

/** Why a request is not answered. */
export interface Refusal extends Failure {
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The page of the sign-in, in place of a message. */
  readonly redirect?: string;
}

/** Null: the next check. */
type Check = (request: FastifyRequest) => Refusal | null | Promise<Refusal | null>;

const RANK: Readonly<Record<Role, number>> = { reader: 0, editor: 1, admin: 2 };

interface CheckParts {
  readonly keys: ReturnType<typeof keyCalls>;
  /** Null: the loopback names of this machine. */
  readonly publicUrl: URL | null;
  /** The origin of this server for the browser. */
  readonly originOf: (request: FastifyRequest) => string;
  /** Address that challenges name; null where no tokens of a provider are taken. */
  readonly metadata: string | null;
  /** Needs no session, by what is in the request. */
  readonly isOpen: (request: FastifyRequest) => boolean;
  /** The cookie of a session that is valid or not. */
  readonly secretOf: (request: FastifyRequest) => string | null;
  readonly hasSession: (secret: string) => Promise<boolean>;
  readonly findVisitor: (secret: string | null) => Promise<Visitor | null>;
  readonly isCsrfTokenOf: (request: FastifyRequest, token: unknown) => boolean;
}

/** Returns why a request is not answered, null if it is. Sets its visitor and its access key. */
export function requestChecks(parts: CheckParts) {
  const { keys, publicUrl, originOf, metadata, secretOf, hasSession } = parts;
  const { findVisitor, isCsrfTokenOf } = parts;

  const exposedKey: Check = async request => {
    const exposed = await keys.revokeExposed(request);
    return exposed && keyRefusal(exposed, metadata);
  };

  const isOwn = ({ headers: { host } }: FastifyRequest) => isOwnHost(host, publicUrl);

  const host: Check = request => {
    const { access, kind } = rightsOf(request);
    // Prometheus scrapes each server by its own address, with a key: a page of a rebound name has none.
    const isScrape = kind === 'scrape' && request.headers.authorization !== undefined;
    return access === 'probe' || isScrape || isOwn(request) ? null : UNKNOWN_HOST;
  };

  /** Needs neither a key nor a session. */
  const isOpen = (request: FastifyRequest): boolean => {
    const { access } = rightsOf(request);
    if (access === 'probe' || access === 'public' || parts.isOpen(request)) return true;
    // Jira signs pages, never calls of the API.
    return request.connectSite !== null && !isCall(request);
  };

  const accessKey: Check = async request => {
    const secret = secretOf(request);
    const admitted = await keys.admit(request, async () => secret !== null && hasSession(secret));
    if (admitted && 'status' in admitted) return keyRefusal(admitted, metadata);
    if (admitted) {
      request.visitor = admitted.visitor;
      request.accessKey = admitted.key;
    }
    return null;
  };

  const origin: Check = request => {
    if (!isOwn(request)) return UNKNOWN_HOST;
    if (isFromOwnPage(request, originOf(request))) return null;
    return { status: 403, message: 'A page of another site may not call this server.' };
  };

  const session: Check = async request => {
    request.visitorSecret = secretOf(request);
    request.visitor = await findVisitor(request.visitorSecret);
    if (request.visitor !== null || rightsOf(request).access === 'open') return null;
    return signInRefusal(request, metadata);
  };

  const csrfToken: Check = request => {
    if (isRead(request.method) || rightsOf(request).kind === 'form') return null;
    if (isCsrfTokenOf(request, request.headers['x-tallyboard-token'])) return null;
    const message = 'This page is out of date. Load it again.';
    return { status: 403, message, headers: { 'x-tallyboard-page': 'old' } };
  };

  const role: Check = request => {
    const { visitor } = request;
    if (!visitor || RANK[visitor.role] >= RANK[rightsOf(request).role]) return null;
    const message = request.accessKey
      ? 'The role of its owner does not allow the key this change.'
      : 'Your role does not allow this change.';
    return { status: 403, message };
  };

  return async (request: FastifyRequest): Promise<Refusal | null> => {
    const early = await firstOf([exposedKey, host], request);
    if (early || isOpen(request)) return early;
    const refused = await accessKey(request);
    if (refused) return refused;
    return firstOf(request.accessKey ? [role] : [origin, session, csrfToken, role], request);
  };
}

async function firstOf(checks: readonly Check[], request: FastifyRequest): Promise<Refusal | null> {
  for (const check of checks) {
    const refusal = await check(request);
    if (refusal) return refusal;
  }
  return null;
}

export const UNKNOWN_HOST: Refusal = { status: 421, message: 'Unknown host name.' };

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Checks the Host header itself: after DNS rebinding a page could send any X-Forwarded-Host. */
export function isOwnHost(host: string | undefined, publicUrl: URL | null): boolean {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return false;
  // With the public scheme, so that its default port may be given or not.
  const called = URL.parse(`${publicUrl?.protocol ?? 'http:'}//${host}`);
  if (!called) return false;
  if (publicUrl && called.host === publicUrl.host) return true;
  return (publicUrl === null || isLoopback(publicUrl.hostname)) && isLoopback(called.hostname);
}

/** CSRF: a missing Sec-Fetch-Site means no cross-site browser request. */
function isFromOwnPage(request: FastifyRequest, own: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const elsewhere = site === 'cross-site' || site === 'same-site';
  // A cross-site link may open a page, but not call the API.
  if (isRead(request.method)) return !(elsewhere && isCall(request));
  return !elsewhere && (origin === undefined || origin === own);
}

function keyRefusal({ status, message }: Failure, metadata: string | null): Refusal {
  const error = status === 403 ? 'insufficient_scope' : 'invalid_token';
  const challenge = ['Bearer realm="Tallyboard"', `error="${error}"`, metadata ?? []].flat();
  const headers = {
    ...((status === 401 || status === 403) && { 'WWW-Authenticate': challenge.join(', ') }),
    ...(status === 429 && { 'Retry-After': 60 }),
  };
  return { status, message, headers };
}

function signInRefusal(request: FastifyRequest, metadata: string | null): Refusal {
  const { kind, scope } = rightsOf(request);
  const message = 'Please sign in again.';
  // A form too: its sender reads no JSON.
  if (!isCall(request)) {
    const asked = request.url === '/' ? '' : `?to=${encodeURIComponent(request.url)}`;
    return { status: 303, message, redirect: `/sign-in${asked}` };
  }
  const takesTokens = scope !== null && AGGREGATE_SCOPES.has(scope);
  // Programs that ask for a user and a password once they are told to.
  const isFeed = kind === 'feed' || kind === 'scrape';
  const challenge = isFeed
    ? 'Basic realm="Tallyboard"'
    : metadata && takesTokens && `Bearer ${metadata}`;
  // Tells a page that this server, not Jira, wants a sign-in.
  const headers = { 'X-Tallyboard-Sign-In': 'needed' };
  return {
    status: 401,
    message,
    headers: challenge ? { ...headers, 'WWW-Authenticate': challenge } : headers,
  };
}
