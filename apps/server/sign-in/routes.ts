import type { Account, Identity } from '@tallyboard/server-store/accounts.ts';
import type { SignInStore } from '@tallyboard/server-store/sign-ins.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { html, pageStyles, problem, sendPage } from '../pages/layout.ts';
import { accountName } from './accounts.ts';
import type { Guard } from './guard.ts';
import { type Attempt, NotAllowedError, type OpenId } from './openid.ts';
import { checkPassword } from './password.ts';
import { returnPath } from './return-path.ts';
import { idOf, isSecret, newSecret, type Sessions } from './sessions.ts';
import type { createThrottle } from './throttle.ts';

export interface SignInRoutes {
  readonly guard: Guard;
  readonly signIns: SignInStore;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly throttle: ReturnType<typeof createThrottle>;
  /** Null for an unknown account. */
  readonly hashOf: (account: string) => Promise<string | null>;
  /** The hash to compare with for an unknown account. */
  readonly nobody: string;
  /** Whether any account has a password. */
  readonly passwords: boolean;
  readonly openId: OpenId | null;
  /** The account of a person whom the provider knows. */
  readonly accountOf: (person: Identity) => Promise<Account>;
  readonly now: () => number;
}

/** Lifetime of a pending OpenID sign-in. */
const attemptMs = 10 * 60_000;
const attemptCookie = 'tallyboard-attempt';
const browserCookie = 'tallyboard-browser';
export const BROWSER_DAYS = 180;
const tooMany = 'Too many attempts. Wait 15 minutes, then try again.';

/** Sign-in and sign-out. */
export async function signInRoutes(app: FastifyInstance, parts: SignInRoutes): Promise<void> {
  const { guard, sessions, audit, throttle, openId, passwords } = parts;
  readForms(app);
  await pageStyles(app);

  app.get('/sign-in', (request, reply) => {
    const { to, out } = request.query as Record<string, unknown>;
    if (request.visitor?.signedIn) return reply.redirect(returnPath(to), 303);
    return showSignIn(request, reply, { to: returnPath(to), signedOut: out === '1' });
  });

  app.post('/sign-in', async (request, reply) => {
    const form = request.body as Record<string, string>;
    const to = returnPath(form.to);
    const account = accountName(form.account ?? '');
    const failed = (message: string, status: number) =>
      showSignIn(request, reply, { to, message, status, account });
    if (!guard.isCsrfTokenOf(request, form.token)) {
      return failed('This page has expired. Please try again.', 403);
    }
    if (!passwords) return failed('Password sign-in is disabled.', 403);
    const tried = { address: request.ip, account, browser: await knownBrowser(request, account) };
    if (!(await throttle.take(tried))) {
      request.log.warn({ address: request.ip }, 'too many attempts to sign in');
      reply.header('Retry-After', 900);
      return failed(tooMany, 429);
    }
    const hash = await parts.hashOf(account);
    if (!(await checkPassword(form.password ?? '', hash, parts.nobody))) {
      // Not logged when unknown: it may be a password in the wrong field.
      const who = hash === null ? 'unknown' : account;
      await audit.note({ account: who, action: 'sign-in failed', target: request.ip });
      return failed('Wrong account or password.', 401);
    }
    await throttle.succeeded(tried);
    if (tried.browser === null) await rememberBrowser(request, reply, account);
    return enter(request, reply, { account, name: account }, 'password', to);
  });

  app.post('/sign-out', async (request, reply) => {
    const { token } = request.body as Record<string, string>;
    const { visitor, visitorSecret } = request;
    if (!guard.isCsrfTokenOf(request, token)) return reply.redirect('/', 303);
    if (visitor?.signedIn && visitorSecret !== null) {
      await sessions.end(visitorSecret);
      await audit.note({ account: visitor.account, action: 'sign-out', target: request.ip });
    }
    guard.clearSession(reply);
    return reply.redirect('/sign-in?out=1', 303);
  });

  if (openId) openIdRoutes(app, openId);

  function openIdRoutes(routes: FastifyInstance, provider: OpenId): void {
    const callback = (request: FastifyRequest) =>
      new URL('/sign-in/openid/callback', guard.originOf(request));

    routes.get('/sign-in/openid', async (request, reply) => {
      const to = returnPath((request.query as Record<string, unknown>).to);
      if (!(await throttle.begin(request.ip))) {
        reply.header('Retry-After', 900);
        return showSignIn(request, reply, { to, message: tooMany, status: 429 });
      }
      try {
        const { address, attempt } = await provider.begin(callback(request), to);
        const secret = newSecret();
        await parts.signIns.addAttempt(idOf(secret), parts.now(), attempt);
        reply.setCookie(attemptCookie, secret, {
          ...cookieAttributes(request),
          maxAge: attemptMs / 1000,
        });
        return reply.header('Cache-Control', 'no-store').redirect(address.href, 303);
      } catch (error) {
        request.log.error({ err: error }, 'the OpenID provider does not answer');
        const message = 'The sign-in service does not answer. Please try again later.';
        return showSignIn(request, reply, { to, message, status: 502 });
      }
    });

    routes.get('/sign-in/openid/callback', async (request, reply) => {
      const secret = request.cookies[attemptCookie];
      reply.clearCookie(attemptCookie, cookieAttributes(request));
      const since = parts.now() - attemptMs;
      const attempt = isSecret(secret)
        ? ((await parts.signIns.takeAttempt(idOf(secret), since)) as Attempt | null)
        : null;
      if (!attempt) {
        const message =
          'The sign-in has expired or was started in another browser. Please try again.';
        return showSignIn(request, reply, { to: '/', message, status: 400 });
      }
      const answer = callback(request);
      answer.search = request.url.slice(request.url.indexOf('?'));
      try {
        const { id, name } = await parts.accountOf(await provider.finish(answer, attempt));
        return await enter(request, reply, { account: id, name }, 'openid', attempt.to);
      } catch (error) {
        const known = error instanceof NotAllowedError;
        // The library's message may quote the answer: log its code only.
        const reason = known ? 'not allowed' : String((error as { code?: unknown }).code ?? error);
        request.log.warn({ reason }, 'sign-in with OpenID failed');
        await audit.note({ account: 'unknown', action: 'sign-in failed', target: request.ip });
        const message = known ? error.message : 'Sign-in failed. Please try again.';
        return showSignIn(request, reply, { to: attempt.to, message, status: known ? 403 : 400 });
      }
    });
  }

  /** Lax, because the OpenID redirect is cross-site. */
  const cookieAttributes = (request: FastifyRequest, path = '/sign-in/openid') =>
    ({
      path,
      httpOnly: true,
      sameSite: 'lax',
      secure: guard.originOf(request).startsWith('https:'),
    }) as const;

  /** The id of the browser if the account has signed in in it. */
  async function knownBrowser({ cookies }: FastifyRequest, account: string) {
    const secret = cookies[browserCookie];
    if (!isSecret(secret)) return null;
    const id = idOf(`${secret} ${account}`);
    return (await parts.signIns.knowsBrowser(id, account)) ? id : null;
  }

  async function rememberBrowser(request: FastifyRequest, reply: FastifyReply, account: string) {
    const sent = request.cookies[browserCookie];
    const secret = isSecret(sent) ? sent : newSecret();
    await parts.signIns.addBrowser(idOf(`${secret} ${account}`), account, parts.now());
    const attributes = cookieAttributes(request, '/sign-in');
    reply.setCookie(browserCookie, secret, { ...attributes, maxAge: BROWSER_DAYS * 86_400 });
  }

  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    { account, name }: { account: string; name: string },
    method: 'password' | 'openid',
    to: string,
  ): Promise<FastifyReply> {
    const secret = await sessions.start(account, name, method);
    if (request.visitorSecret !== null) await sessions.end(request.visitorSecret);
    guard.setSession(reply, secret);
    await audit.note({ account, action: `sign-in by ${method}`, target: request.ip });
    return reply.header('Cache-Control', 'no-store').redirect(to, 303);
  }

  interface SignInPage {
    readonly to: string;
    readonly message?: string;
    readonly signedOut?: boolean;
    readonly status?: number;
    /** Prefilled after a failure. */
    readonly account?: string;
  }

  function showSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    page: SignInPage,
  ): FastifyReply {
    const { to, message = null, signedOut = false, status = 200, account = '' } = page;
    const [nameFocus, passwordFocus] = account === '' ? ['autofocus', ''] : ['', 'autofocus'];
    const query = to === '/' ? '' : `?to=${encodeURIComponent(to)}`;
    const body = html`${problem(message)}
${signedOut && html`<p role="status">You have signed out.</p>`}
${
  passwords &&
  html`<form method="post" action="/sign-in">
<input type="hidden" name="token" value="${guard.csrfToken(request, reply)}">
<input type="hidden" name="to" value="${to}">
<label for="account">Account</label>
<input id="account" name="account" autocomplete="username" autocapitalize="none" required maxlength="200" value="${account}" ${nameFocus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000" ${passwordFocus}>
<button>Sign in</button>
</form>`
}
${openId && html`<a class="button" href="/sign-in/openid${query}">Sign in with your organisation</a>`}`;
    return sendPage(reply, 'Sign in', body, status);
  }
}

/** Accepts URL-encoded forms only. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  // No compression: the length of a page with a token and the visitor's input leaks the token (BREACH).
  app.addHook('onRequest', async request => {
    request.headers['x-no-compression'] = '1';
  });
  app.addHook('preHandler', async request => {
    request.body ??= {};
  });
}
