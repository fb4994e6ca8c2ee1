import type { Access } from '@tallyboard/replica/store/access.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCsrfToken, isSecret, newCsrfToken, newSecret, type Sessions } from './sessions.ts';
import { isLoopback } from './settings.ts';
import { localVisitor, type Visitor } from './visitor.ts';

export interface GuardSettings {
  readonly access: Access;
  readonly sessions: Sessions;
  /** False: whoever reaches this server may use it. Only for a server that this machine alone can reach. */
  readonly signIn: boolean;
  /** Where browsers find this server; null: on this machine, by any of its names. */
  readonly publicUrl: URL | null;
  /** Paths that others call and sign by themselves. */
  readonly isOpen?: ((path: string) => boolean) | undefined;
}

/** Open to everybody: probes of a load balancer, files of the product, and the way in. */
const probes = /^\/(health|ready)$/;
const open =
  /^\/(icon\.svg|(assets|gadgets)\/[\w.-]+|sign-in(\/(pages\.css|openid|openid\/callback))?)$/;
/** Forms of these pages carry their token in the body, which their handlers look at. */
const forms = /^\/(sign-in|sign-out|setup)$/;
const calls = /^\/(rest|replica|plugins)(\/|$)/;

export interface Guard {
  /** The token for the page that is about to be sent; gives the browser something to hold where it holds nothing. */
  csrfToken(request: FastifyRequest, reply: FastifyReply): string;
  /** Whether a form's token fits what the browser holds. */
  isCsrfTokenOf(request: FastifyRequest, token: unknown): boolean;
  setSession(reply: FastifyReply, secret: string): void;
  clearSession(reply: FastifyReply): void;
  /** This server's origin, as the browser of this request sees it. */
  originOf(request: FastifyRequest): string;
}

/**
 * Stands before everything that this server answers: checks the name that it was called by, that a change comes from a
 * page of its own, and that whoever asks is signed in.
 */
export function guard(app: FastifyInstance, settings: GuardSettings): Guard {
  const { sessions, signIn, publicUrl } = settings;
  const secure = publicUrl?.protocol === 'https:';
  // The prefix keeps other hosts of the domain from planting a cookie (session fixation).
  const cookie = secure ? '__Host-tallyboard' : 'tallyboard';
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;

  app.decorateRequest('visitor', null);
  app.decorateRequest('visitorSecret', null);

  const originOf = (request: FastifyRequest): string =>
    publicUrl?.origin ?? `http://${request.headers.host}`;

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (probes.test(path)) return;
    if (!isOwnHost(request.headers.host, publicUrl)) {
      return refuse(reply, 421, 'This server does not go by that name.');
    }
    if (/^\/(icon\.svg|(assets|gadgets)\/)/.test(path)) return;
    if (settings.isOpen?.(path)) return;
    // What Jira has signed is a page, never a call.
    if (request.connectSite !== null && !calls.test(path)) return;
    if (!isFromOwnPage(request, originOf(request), calls.test(path))) {
      return refuse(reply, 403, 'A page of another site may not call this server.');
    }
    const secret = request.cookies[cookie];
    request.visitorSecret = isSecret(secret) ? secret : null;
    request.visitor = await findVisitor(request.visitorSecret);
    if (request.visitor === null && !open.test(path)) return sendToSignIn(request, reply, path);
    if (isRead(request.method) || forms.test(path)) return;
    if (isCsrfTokenOf(request, request.headers['x-tallyboard-token'])) return;
    return refuse(reply, 403, 'This page is out of date. Load it again.');
  });

  async function findVisitor(secret: string | null): Promise<Visitor | null> {
    if (!signIn) return localVisitor;
    const session = secret === null ? null : await sessions.find(secret);
    return session && { account: session.account, name: session.name, signedIn: true };
  }

  const isCsrfTokenOf = ({ visitorSecret }: FastifyRequest, token: unknown): boolean =>
    visitorSecret !== null && isCsrfToken(visitorSecret, token);

  return {
    originOf,
    isCsrfTokenOf,
    setSession: (reply, secret) => void reply.setCookie(cookie, secret, attributes),
    clearSession: reply => void reply.clearCookie(cookie, attributes),
    csrfToken(request, reply) {
      if (request.visitorSecret === null) {
        request.visitorSecret = newSecret();
        reply.setCookie(cookie, request.visitorSecret, attributes);
      }
      return newCsrfToken(request.visitorSecret);
    },
  };
}

/**
 * Answers to the names of this machine alone: else a page elsewhere could make its own name mean this machine, and read
 * what it holds.
 */
export function refuseUnknownHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (probes.test(request.url) || isOwnHost(request.headers.host, null)) return;
    return refuse(reply, 421, 'This server does not go by that name.');
  });
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * The name in the call itself, whatever a proxy says of it: a page elsewhere that makes its own name mean this machine
 * could send any other header.
 */
function isOwnHost(host: string | undefined, publicUrl: URL | null): boolean {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return false;
  // Read by the scheme of the public address, so that its usual port may be written out or not.
  const called = URL.parse(`${publicUrl?.protocol ?? 'http:'}//${host}`);
  if (!called) return false;
  if (publicUrl && called.host === publicUrl.host) return true;
  return (publicUrl === null || isLoopback(publicUrl.hostname)) && isLoopback(called.hostname);
}

/** Browsers tell where a request comes from; what says nothing is no browser's work of another site. */
function isFromOwnPage(request: FastifyRequest, own: string, isCall: boolean): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const elsewhere = site === 'cross-site' || site === 'same-site';
  // A link from elsewhere may open a page, never make a call.
  if (isRead(request.method)) return !(elsewhere && isCall);
  return !elsewhere && (origin === undefined || origin === own);
}

function sendToSignIn(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  if (!isRead(request.method) || calls.test(path)) {
    // By this header a page knows that it is this server, not Jira, that wants to know who it is.
    reply.header('X-Tallyboard-Sign-In', 'needed');
    return refuse(reply, 401, 'Please sign in again.');
  }
  const asked = request.url === '/' ? '' : `?to=${encodeURIComponent(request.url)}`;
  return reply.header('Cache-Control', 'no-store').redirect(`/sign-in${asked}`, 303);
}

export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .send({ errorMessages: [message], errors: {} });
}
