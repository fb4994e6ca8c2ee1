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
import { type KeyCallParts, keyCalls } from '../keys/key-calls.ts';
import type { Failure } from '../pages/layout.ts';
import { mayChange } from './changes.ts';

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

/** Without sign-in: health checks, static files, the sign-in page. */
const probes = /^\/(health|ready)$/;
const files = /^\/(icon\.svg|(assets|gadgets)\/[\w.-]+\.\w+)$/;
const open =
  /^\/(sign-in(\/(pages\.css|code|openid|openid\/callback))?|\.well-known\/oauth-protected-resource(\/mcp)?)$/;
/** Their handlers check the CSRF token in the body of the form. */
const forms = /^\/(sign-in|sign-in\/code|sign-out|account(\/(jira-token|keys))?|setup)$/;
const calls = /^\/(rest|replica|plugins|odata|metrics|mcp)(\/|$)/;
/** Programs that ask for a user and a password once they are told to. */
const feeds = /^\/(odata|metrics)(\/|$)/;

/** Calls that take tokens of the OpenID provider. */
const figures = /^\/(mcp$|rest\/tallyboard\/)/;

/** Whether an address is of the API, not of a page. */
export const isCall = (url: string): boolean => calls.test(url);

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

  const ownerOf = (account: string) => findOwner(settings, account);
  const keys = keyCalls({ ...settings.keys, ownerOf });
  const { tokens } = settings.keys;
  /** Of a challenge (RFC 9728). */
  const metadata = tokens && `resource_metadata="${tokens.metadata}"`;

  app.decorateRequest('visitor', null);
  app.decorateRequest('visitorSecret', null);

  /** The origin of this server for the browser. */
  const originOf = (request: FastifyRequest): string =>
    publicUrl?.origin ?? `http://${request.headers.host}`;

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const burnt = await keys.burn(request);
    if (burnt) return refuseKey(reply, burnt, metadata);
    if (probes.test(path)) return;
    // Prometheus scrapes each server by its own address, with a key: a page of a rebound name has none.
    const isOwn = isOwnHost(request.headers.host, publicUrl);
    const isScrape = METRICS.test(path) && request.headers.authorization !== undefined;
    if (!isOwn && !isScrape) return refuse(reply, 421, 'Unknown host name.');
    if (files.test(path)) return;
    if (settings.isOpen?.(request)) return;
    // Jira signs pages, never calls of the API.
    if (request.connectSite !== null && !calls.test(path)) return;
    const secret = request.cookies[cookie];
    const admitted = await keys.admit(
      request,
      async () => isSecret(secret) && (await sessions.find(secret)) !== null,
    );
    if (admitted && 'status' in admitted) return refuseKey(reply, admitted, metadata);
    if (admitted) {
      request.visitor = admitted.visitor;
      request.accessKey = admitted.key;
      if (mayChange(admitted.visitor.role, request.method, request.url)) return;
      return refuse(reply, 403, 'The role of its owner does not allow the key this change.');
    }
    if (!isOwn) return refuse(reply, 421, 'Unknown host name.');
    if (!isFromOwnPage(request, originOf(request), calls.test(path))) {
      return refuse(reply, 403, 'A page of another site may not call this server.');
    }
    request.visitorSecret = isSecret(secret) ? secret : null;
    request.visitor = await findVisitor(request.visitorSecret);
    if (request.visitor === null && !open.test(path)) {
      if (metadata && figures.test(path)) reply.header('WWW-Authenticate', `Bearer ${metadata}`);
      return sendToSignIn(request, reply, path);
    }
    if (isRead(request.method) || forms.test(path)) return;
    if (!isCsrfTokenOf(request, request.headers['x-tallyboard-token']))
      return refuse(
        reply.header('x-tallyboard-page', 'old'),
        403,
        'This page is out of date. Load it again.',
      );
    if (request.visitor && !mayChange(request.visitor.role, request.method, request.url))
      return refuse(reply, 403, 'Your role does not allow this change.');
  });

  async function findVisitor(secret: string | null): Promise<Visitor | null> {
    if (!signIn) return localVisitor;
    const session = secret === null ? null : await sessions.find(secret);
    return (
      session && visitorOf(session, await settings.accounts.get(session.account), settings.settings)
    );
  }

  /** Whether a CSRF token belongs to the session cookie of the request. */
  const isCsrfTokenOf = ({ visitorSecret }: FastifyRequest, token: unknown): boolean =>
    visitorSecret !== null && isCsrfToken(visitorSecret, token);

  return {
    originOf,
    isCsrfTokenOf,
    ownerOf,
    /** Cookies go over https alone. */
    isSecure: secure,
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

/** An account with its rights of this moment; null if it is gone. */
async function findOwner(
  { accounts, keys, settings }: GuardSettings,
  account: string,
): Promise<Visitor | null> {
  const known = await accounts.get(account);
  if (!(await keys.isAccount(account, known))) return null;
  return visitorOf({ account, name: known?.name ?? account }, known, settings);
}

/** Rejects unknown Host headers (DNS rebinding): only loopback names are answered. */
export function refuseUnknownHosts(app: FastifyInstance, isAnyAllowed: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    if (probes.test(request.url) || isAnyAllowed() || isOwnHost(request.headers.host, null)) return;
    return refuse(reply, 421, 'Unknown host name.');
  });
}

const METRICS = /^\/metrics(\/|$)/;

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
function isFromOwnPage(request: FastifyRequest, own: string, isCall: boolean): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const elsewhere = site === 'cross-site' || site === 'same-site';
  // A cross-site link may open a page, but not call the API.
  if (isRead(request.method)) return !(elsewhere && isCall);
  return !elsewhere && (origin === undefined || origin === own);
}

function refuseKey(
  reply: FastifyReply,
  { status, message }: Failure,
  metadata: string | null,
): FastifyReply {
  const error = status === 403 ? 'insufficient_scope' : 'invalid_token';
  if (status === 401 || status === 403)
    reply.header(
      'WWW-Authenticate',
      ['Bearer realm="Tallyboard"', `error="${error}"`, metadata ?? []].flat().join(', '),
    );
  if (status === 429) reply.header('Retry-After', 60);
  return refuse(reply, status, message);
}

function sendToSignIn(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  if (!isRead(request.method) || calls.test(path)) {
    // Tells a page that this server, not Jira, wants a sign-in.
    reply.header('X-Tallyboard-Sign-In', 'needed');
    if (feeds.test(path)) reply.header('WWW-Authenticate', 'Basic realm="Tallyboard"');
    return refuse(reply, 401, 'Please sign in again.');
  }
  const asked = request.url === '/' ? '' : `?to=${encodeURIComponent(request.url)}`;
  return reply.header('Cache-Control', 'no-store').redirect(`/sign-in${asked}`, 303);
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
