import type { Account, Identity } from '@tallyboard/server-store/accounts.ts';
import type { SignInStore } from '@tallyboard/server-store/sign-ins.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { AccessKeys } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { triedName } from '@tallyboard/service-kit/sign-in/accounts.ts';
import type { DisplayLinks } from '@tallyboard/service-kit/sign-in/display-links.ts';
import { checkPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import {
  idOf,
  isSecret,
  newSecret,
  type Sessions,
} from '@tallyboard/service-kit/sign-in/sessions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { type Failure, html, problem, sendPage } from '../pages/layout.ts';
import type { Guard } from './guard.ts';
import type { JiraTokens } from './jira-token.ts';
import type { OpenId } from './openid.ts';
import type { SecondFactors } from './second-factor.ts';
import type { createThrottle } from './throttle.ts';

export interface SignInParts {
  readonly guard: Guard;
  readonly audit: Audit;
  readonly keys: AccessKeys;
  readonly links: DisplayLinks;
  readonly dashboards: Pick<Store['dashboards'], 'get'>;
  readonly store: Pick<
    Store,
    'savedReports' | 'dashboards' | 'properties' | 'outbox' | 'subscriptions' | 'alerts'
  >;
  /** In front of a real Jira, which knows no JQL filters of keys. */
  readonly isProxy: boolean;
  /** Why a query cannot be the JQL filter of the visitor's key; null if it can. */
  readonly jqlFilterProblem: (jqlFilter: string, request: FastifyRequest) => Promise<string | null>;
  readonly now: () => number;
  readonly signIns: SignInStore;
  readonly sessions: Sessions;
  readonly throttle: ReturnType<typeof createThrottle>;
  readonly factors: SecondFactors;
  readonly tokens: JiraTokens;
  readonly removeSecondFactor: (account: string) => Promise<boolean>;
  /** Null for an unknown account. */
  readonly hashOf: (account: string) => Promise<string | null>;
  /** The hash to compare with for an unknown account. */
  readonly nobody: string;
  /** Whether any account has a password. */
  readonly passwords: boolean;
  readonly openId: OpenId | null;
  /** The account of a person whom the provider knows. */
  readonly accountOf: (person: Identity) => Promise<Account>;
}

/** Lifetime of a pending sign-in: of OpenID, or between password and code. */
export const attemptMs = 10 * 60_000;
const browserCookie = 'tallyboard-browser';
export const BROWSER_DAYS = 180;
/** For changes to an account without a password. */
const FRESH_SESSION_MS = 15 * 60_000;
export const PAGE_EXPIRED: Failure = {
  message: 'This page has expired. Please try again.',
  status: 403,
};

/** Shared by the routes of sign-in and of the second factor. */
export type SignInSteps = ReturnType<typeof signInSteps>;

export function signInSteps(parts: SignInParts) {
  const { guard, sessions, audit, throttle } = parts;

  return {
    cookieAttributes,
    enter,
    enterByPassword,
    knownBrowser,
    ownerFailure,
    passwordFailure,
    showSignIn: (reply: FastifyReply, to: string, failure?: Failure, account?: string) =>
      showSignInPage(parts, reply, to, failure, account),
    tooMany,
  };

  /** Lax, because the OpenID redirect is cross-site. */
  function cookieAttributes({ request }: FastifyReply, path = '/sign-in/openid') {
    const secure = guard.originOf(request).startsWith('https:');
    return { path, httpOnly: true, sameSite: 'lax', secure } as const;
  }

  /** The id of the browser if the account has signed in in it. */
  async function knownBrowser({ request: { cookies } }: FastifyReply, account: string) {
    const secret = cookies[browserCookie];
    if (!isSecret(secret)) return null;
    const id = idOf(`${secret} ${account}`);
    return (await parts.signIns.knowsBrowser(id, account)) ? id : null;
  }

  async function rememberBrowser(reply: FastifyReply, account: string) {
    const sent = reply.request.cookies[browserCookie];
    const secret = isSecret(sent) ? sent : newSecret();
    await parts.signIns.addBrowser(idOf(`${secret} ${account}`), account, parts.now());
    const attributes = cookieAttributes(reply, '/sign-in');
    reply.setCookie(browserCookie, secret, { ...attributes, maxAge: BROWSER_DAYS * 86_400 });
  }

  /** Why a password is refused; null if it is right. Limits and audits the attempts. */
  async function passwordFailure(
    reply: FastifyReply,
    by: { readonly account: string; readonly browser: string | null },
    password = '',
  ): Promise<Failure | null> {
    const tried = { ...by, address: reply.request.ip };
    const hash = await parts.hashOf(by.account);
    const account = triedName(by.account, hash !== null);
    if (!(await throttle.take(tried))) return tooMany(reply, account);
    if (!(await checkPassword(password, hash, parts.nobody))) {
      const why = hash === null ? 'no such account' : 'wrong password';
      await audit.refuse({ account, address: reply.request.ip, why });
      const isOwn = reply.request.visitor?.account === by.account;
      return { message: isOwn ? 'Wrong password.' : 'Wrong account or password.', status: 401 };
    }
    await throttle.succeeded(tried);
    return null;
  }

  /**
   * Why a change to the visitor's account is refused: a stolen session must not be enough. With a password it is needed
   * again, else a recent sign-in.
   */
  async function ownerFailure(reply: FastifyReply, password = ''): Promise<Failure | null> {
    const { visitor, visitorSecret } = reply.request;
    if (visitor?.issuer === null)
      return passwordFailure(reply, { account: visitor.account, browser: null }, password);
    const session = visitorSecret === null ? null : await sessions.find(visitorSecret);
    if (session && Math.abs(parts.now() - session.createdMs) < FRESH_SESSION_MS) return null;
    return {
      message: 'Sign out and in again first: you signed in over 15 minutes ago.',
      status: 401,
    };
  }

  async function tooMany(reply: FastifyReply, account: string): Promise<Failure> {
    await audit.refuse({ account, address: reply.request.ip, why: 'too many attempts' });
    reply.header('Retry-After', 900);
    return { message: 'Too many attempts. Wait 15 minutes, then try again.', status: 429 };
  }

  async function enterByPassword(reply: FastifyReply, account: string, how: string, to: string) {
    if ((await knownBrowser(reply, account)) === null) await rememberBrowser(reply, account);
    return enter(reply, { id: account, name: account }, how, to);
  }

  async function enter(
    reply: FastifyReply,
    { id, name }: Pick<Account, 'id' | 'name'>,
    how: string,
    to: string,
  ): Promise<FastifyReply> {
    const { ip, visitorSecret } = reply.request;
    const secret = await sessions.start(id, name, how === 'openid' ? how : 'password');
    if (visitorSecret !== null) await sessions.end(visitorSecret);
    guard.setSession(reply, secret);
    await audit.note({ account: id, action: `sign-in by ${how}`, target: ip });
    return reply.header('Cache-Control', 'no-store').redirect(to, 303);
  }
}

/** `account` is filled in after a failure. */
function showSignInPage(
  { guard, passwords, openId }: SignInParts,
  reply: FastifyReply,
  to: string,
  failure?: Failure,
  account = '',
) {
  const [nameFocus, passwordFocus] = account === '' ? ['autofocus', ''] : ['', 'autofocus'];
  const query = to === '/' ? '' : `?to=${encodeURIComponent(to)}`;
  const hasLeft = (reply.request.query as Record<string, unknown>).out === '1';
  const body = html`${problem(failure)}
${hasLeft && html`<p role="status">You have signed out.</p>`}
${
  passwords &&
  html`<form method="post" action="/sign-in">
<input type="hidden" name="token" value="${guard.csrfToken(reply)}">
<input type="hidden" name="to" value="${to}">
<label for="account">Account</label>
<input id="account" name="account" autocomplete="username" autocapitalize="none" required maxlength="200" value="${account}" ${nameFocus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000" ${passwordFocus}>
<button>Sign in</button>
</form>`
}
${openId && html`<a class="button" href="/sign-in/openid${query}">Sign in with your organisation</a>`}`;
  return sendPage(reply, 'Sign in', body, failure?.status);
}
