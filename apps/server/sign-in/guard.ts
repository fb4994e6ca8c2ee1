import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { sendProblem } from '@tallyboard/replica/rest/problem.ts';
import type { Role, Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Account, AccountStore } from '@tallyboard/server-store/accounts.ts';
import type { Session } from '@tallyboard/server-store/sessions.ts';
import {
  isCsrfToken,
  isSecret,
  newCsrfToken,
  newSecret,
  type Sessions,
} from '@tallyboard/service-kit/sign-in/sessions.ts';
import type { SignInSettings } from '@tallyboard/service-kit/sign-in/settings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rightsOf } from '../calls.ts';
import { type KeyCallParts, keyCalls } from '../keys/key-calls.ts';
import { isOwnHost, type Refusal, requestChecks, UNKNOWN_HOST } from './checks.ts';

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

  app.decorateRequest('visitor', null);
  app.decorateRequest('visitorSecret', null);

  /** The origin of this server for the browser. */
  const originOf = (request: FastifyRequest): string =>
    publicUrl?.origin ?? `http://${request.headers.host}`;

  /** Whether a CSRF token belongs to the session cookie of the request. */
  const isCsrfTokenOf = ({ visitorSecret }: FastifyRequest, token: unknown): boolean =>
    visitorSecret !== null && isCsrfToken(visitorSecret, token);

  const { tokens } = settings.keys;
  const firstRefusal = requestChecks({
    keys: keyCalls({ ...settings.keys, ownerOf }),
    publicUrl,
    originOf,
    // RFC 9728.
    metadata: tokens && `resource_metadata="${tokens.metadata}"`,
    isOpen: settings.isOpen ?? (() => false),
    secretOf: request => {
      const secret = request.cookies[cookie];
      return isSecret(secret) ? secret : null;
    },
    hasSession: async secret => (await sessions.find(secret)) !== null,
    findVisitor,
    isCsrfTokenOf,
  });
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

  /** An account with its rights of this moment; null if it is gone. */
  async function ownerOf(account: string): Promise<Visitor | null> {
    const known = await settings.accounts.get(account);
    if (!(await settings.keys.isAccount(account, known))) return null;
    return visitorOf({ account, name: known?.name ?? account }, known, settings.settings);
  }

  return {
    originOf,
    isCsrfTokenOf,
    ownerOf,
    /** False: there are no accounts, and every visitor is the same one. */
    signsIn: signIn,
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

/** Rejects unknown Host headers (DNS rebinding): only loopback names are answered. */
export function refuseUnknownHosts(app: FastifyInstance, isAnyAllowed: () => boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    const isProbe = rightsOf(request).access === 'probe';
    if (isProbe || isAnyAllowed() || isOwnHost(request.headers.host, null)) return;
    return sendRefusal(reply, UNKNOWN_HOST);
  });
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
