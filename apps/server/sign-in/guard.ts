import { AGGREGATE_SCOPES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { sendProblem } from '@tallyboard/replica/rest/problem.ts';
import type { Role, Visitor } from '@tallyboard/replica/rest/visitor.ts';
import {
  isCsrfToken,
  isSecret,
  newCsrfToken,
  newSecret,
  type Sessions,
} from '@tallyboard/report-service/sign-in/sessions.ts';
import { isLoopback, type SignInSettings } from '@tallyboard/report-service/sign-in/settings.ts';
import type { Account, AccountStore } from '@tallyboard/server-store/accounts.ts';
import type { Session } from '@tallyboard/server-store/sessions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCall, rightsOf } from '../calls.ts';
import { type KeyCallParts, keyCalls } from '../keys/key-calls.ts';
import type { Failure } from '../pages/layout.ts';

export interface GuardSettings {
  readonly sessions: Sessions;
  readonly accounts: AccountStore;
  readonly settings: SignInSettings;
  /** False only if no other machine can reach the server. */
  readonly signIn: boolean;
  /** Null: the loopback names of this machine. */
  readonly publicUrl: URL | null;
  /** Requests that need no session: signed ones, and those that change nothing. */
  readonly isOpen?: ((request: FastifyRequest) => boolean) | undefined;
  readonly keys: Omit<KeyCallParts, 'ownerOf'> & {
    /** Whether there still is such an account. */
    readonly isAccount: (account: string, known: Account | null) => Promise<boolean>;
  };
}

/** Why a request is not answered. */
interface Refusal extends Failure {
  readonly headers?: Readonly<Record<string, string | number>>;
  /** The page of the sign-in, in place of a message. */
  readonly redirect?: string;
}

/** Null: the next check. */
type Check = (request: FastifyRequest) => Refusal | null | Promise<Refusal | null>;

const RANK: Readonly<Record<Role, number>> = { reader: 0, editor: 1, admin: 2 };

declare module 'fastify' {
  interface FastifyRequest {
    /** Value of the session cookie. */
    visitorSecret: string | null;
  }
}

/** The visitor of a server without sign-in. */
const localVisitor: Visitor = {
  account: 'local',
  name: 'Local user',
  signedIn: false,
  role: 'admin',
  issuer: null,
  subject: null,
  groups: [],
  jiraAccountId: null,
};

export type Guard = ReturnType<typeof guard>;

/** Checks every request: its Host (DNS rebinding), its origin and token (CSRF), and its session. */
export function guard(app: FastifyInstance, settings: GuardSettings) {
  const { sessions, signIn, publicUrl } = settings;
  const secure = publicUrl?.protocol === 'https:';
  // The prefix keeps other hosts of the domain from planting a cookie (session fixation).
  const cookie = secure ? '__Host-tallyboard' : 'tallyboard';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  const keys = keyCalls({ ...settings.keys, ownerOf });
  const { tokens } = settings.keys;
  /** Of a challenge (RFC 9728). */
  const metadata = tokens && `resource_metadata="${tokens.metadata}"`;

  app.decorateRequest('visitor', null);
  app.decorateRequest('visitorSecret', null);

  /** The origin of this server for the browser. */
  const originOf = (request: FastifyRequest): string =>
    publicUrl?.origin ?? `http://${request.headers.host}`;

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
    if (access === 'probe' || access === 'public' || settings.isOpen?.(request)) return true;
    // Jira signs pages, never calls of the API.
    return request.connectSite !== null && !isCall(request);
  };

  const accessKey: Check = async request => {
    const secret = request.cookies[cookie];
    const admitted = await keys.admit(
      request,
      async () => isSecret(secret) && (await sessions.find(secret)) !== null,
    );
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
    request.visitorSecret = isSecret(request.cookies[cookie]) ? request.cookies[cookie] : null;
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

  const role: Check = ({ visitor, accessKey, routeOptions }) => {
    const needed = routeOptions.config.rights?.role ?? 'reader';
    if (!visitor || RANK[visitor.role] >= RANK[needed]) return null;
    const message = accessKey
      ? 'The role of its owner does not allow the key this change.'
      : 'Your role does not allow this change.';
    return { status: 403, message };
  };

  async function firstRefusal(request: FastifyRequest): Promise<Refusal | null> {
    const early = await firstOf([exposedKey, host], request);
    if (early || isOpen(request)) return early;
    const refused = await accessKey(request);
    if (refused) return refused;
    return firstOf(request.accessKey ? [role] : [origin, session, csrfToken, role], request);
  }

  app.addHook('onRequest', async (request, reply) => {
    const refusal = await firstRefusal(request);
    if (refusal) return sendRefusal(reply, refusal);
  });

  async function findVisitor(secret: string | null): Promise<Visitor | null> {
    if (!signIn) return localVisitor;
    const session = secret === null ? null : await sessions.find(secret);
    return (
      session && visitorOf(session, await settings.accounts.get(session.account), settings.settings)
    );
  }

  async function ownerOf(account: string): Promise<Visitor | null> {
    const known = await settings.accounts.get(account);
    if (!(await settings.keys.isAccount(account, known))) return null;
    return visitorOf({ account, name: known?.name ?? account }, known, settings.settings);
  }

  /** Whether a CSRF token belongs to the session cookie of the request. */
  const isCsrfTokenOf = ({ visitorSecret }: FastifyRequest, token: unknown): boolean =>
    visitorSecret !== null && isCsrfToken(visitorSecret, token);

  return {
    originOf,
    isCsrfTokenOf,
    setSession: (reply: FastifyReply, secret: string) =>
      void reply.setCookie(cookie, secret, attributes),
    clearSession: (reply: FastifyReply) => void reply.clearCookie(cookie, attributes),
    /** A CSRF token for the page of this reply; sets a session cookie where there is none. */
    csrfToken(reply: FastifyReply): string {
      const { request } = reply;
      if (request.visitorSecret === null) {
        request.visitorSecret = newSecret();
        reply.setCookie(cookie, request.visitorSecret, attributes);
      }
      return newCsrfToken(request.visitorSecret);
    },
  };
}

/** Rejects unknown Host headers (DNS rebinding): only loopback names are answered. */
export function refuseUnknownHosts(app: FastifyInstance, isAnyAllowed: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const isProbe = rightsOf(request).access === 'probe';
    if (isProbe || isAnyAllowed() || isOwnHost(request.headers.host, null)) return;
    return sendRefusal(reply, UNKNOWN_HOST);
  });
}

async function firstOf(checks: readonly Check[], request: FastifyRequest): Promise<Refusal | null> {
  for (const check of checks) {
    const refusal = await check(request);
    if (refusal) return refusal;
  }
  return null;
}

const UNKNOWN_HOST: Refusal = { status: 421, message: 'Unknown host name.' };

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Checks the Host header itself: after DNS rebinding a page could send any X-Forwarded-Host. */
function isOwnHost(host: string | undefined, publicUrl: URL | null): boolean {
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
  if (isRead(request.method) && !isCall(request)) {
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

function sendRefusal(reply: FastifyReply, { status, message, headers, redirect }: Refusal) {
  if (headers) reply.headers(headers);
  if (redirect === undefined) return refuse(reply, status, message);
  return reply.header('Cache-Control', 'no-store').redirect(redirect, 303);
}

export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  reply.header('Cache-Control', 'no-store');
  return sendProblem(reply, new JiraError(status, message));
}

/** The visitor of a session. `known` is null if nothing is stored about the account. */
function visitorOf(
  { account, name }: Pick<Session, 'account' | 'name'>,
  known: Account | null,
  settings: SignInSettings,
): Visitor {
  const { issuer = null, subject = null, groups = [], jiraAccountId = null } = known ?? {};
  const role = roleOf(account, known, settings);
  return { account, name, signedIn: true, role, issuer, subject, groups, jiraAccountId };
}

/** The role that an administrator has set, else that of the person's groups, else the default. */
function roleOf(account: string, known: Account | null, settings: SignInSettings): Role {
  if (known?.role) return known.role;
  const { admins, editors, standard } = settings.roles;
  const isOfProvider = known !== null && known.issuer !== null;
  if (!isOfProvider) return account === settings.account?.name ? 'admin' : standard;
  if (admins.length + editors.length === 0) return standard;
  const isIn = (names: readonly string[]) => known.groups.some(group => names.includes(group));
  if (isIn(admins)) return 'admin';
  return isIn(editors) ? 'editor' : 'reader';
}
