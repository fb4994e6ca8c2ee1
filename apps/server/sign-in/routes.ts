import { storeTrouble } from '@tallyboard/database/store-error.ts';
import { FORM, OPEN_FORM, OPEN_PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import { accountName } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { idOf, isSecret, newSecret } from '@tallyboard/service-kit/sign-in/sessions.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { keyPages } from '../keys/key-pages.ts';
import type { Failure } from '../pages/layout.ts';
import { subscriptionPages } from '../subscriptions/subscription-section.ts';
import { jiraTokenPages } from './jira-token-pages.ts';
import { type Attempt, NotAllowedError, type OpenId } from './openid.ts';
import { returnPath } from './return-path.ts';
import { secondFactorPages } from './second-factor-pages.ts';
import {
  attemptMs,
  PAGE_EXPIRED,
  type SignInParts,
  type SignInSteps,
  signInSteps,
} from './steps.ts';

const openPage = { config: { rights: OPEN_PAGE } };

const attemptCookie = 'tallyboard-attempt';

/** Sign-in and sign-out. */
export async function signInRoutes(app: FastifyInstance, parts: SignInParts): Promise<void> {
  const { guard, sessions, audit, openId } = parts;
  const steps = signInSteps(parts);
  const { showSignIn } = steps;
  readForms(app);

  app.get('/sign-in', openPage, (request, reply) => {
    const to = returnPath((request.query as Record<string, unknown>).to);
    return request.visitor?.signedIn ? reply.redirect(to, 303) : showSignIn(reply, to);
  });

  app.post('/sign-in', { config: { rights: OPEN_FORM } }, async (request, reply) => {
    const form = request.body as Record<string, string>;
    const to = returnPath(form.to);
    const account = accountName(form.account ?? '');
    const failed = (failure: Failure) => showSignIn(reply, to, failure, account);
    if (!guard.isCsrfTokenOf(request, form.token)) return failed(PAGE_EXPIRED);
    if (!parts.passwords) return failed({ message: 'Password sign-in is disabled.', status: 403 });
    const browser = await steps.knownBrowser(reply, account);
    const failure = await steps.passwordFailure(reply, { account, browser }, form.password);
    if (failure) return failed(failure);
    if ((await parts.factors.recoveryCodesOf(account)) !== null)
      return askForCode(reply, account, to);
    return steps.enterByPassword(reply, account, 'password', to);
  });

  app.post('/sign-out', { config: { rights: FORM } }, async (request, reply) => {
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

  const jiraToken = jiraTokenPages(parts, steps);
  const keys = keyPages(parts, steps);
  const subscriptions = subscriptionPages(parts);
  const { askForCode, showAccount } = secondFactorPages(app, parts, steps, async reply => [
    await subscriptions.section(reply),
    await keys.section(reply),
    await jiraToken.section(reply),
  ]);
  jiraToken.routes(app, showAccount);
  keys.routes(app, showAccount);
  subscriptions.routes(app, showAccount);
  if (openId) openIdRoutes(app, openId, parts, steps);
}

function openIdRoutes(
  routes: FastifyInstance,
  provider: OpenId,
  { guard, throttle, audit, ...parts }: SignInParts,
  steps: SignInSteps,
): void {
  const { cookieAttributes, showSignIn } = steps;
  const callback = ({ request }: FastifyReply) =>
    new URL('/sign-in/openid/callback', guard.originOf(request));

  routes.get('/sign-in/openid', openPage, async (request, reply) => {
    const to = returnPath((request.query as Record<string, unknown>).to);
    if (!(await throttle.begin(request.ip)))
      return showSignIn(reply, to, await steps.tooMany(reply, 'unknown'));
    try {
      const { address, attempt } = await provider.begin(callback(reply), to);
      const secret = newSecret();
      await parts.signIns.addAttempt(idOf(secret), parts.now(), attempt);
      reply.setCookie(attemptCookie, secret, {
        ...cookieAttributes(reply),
        maxAge: attemptMs / 1000,
      });
      return reply.header('Cache-Control', 'no-store').redirect(address.href, 303);
    } catch (error) {
      if (storeTrouble(error)) throw error;
      request.log.error({ err: error }, 'the OpenID provider does not answer');
      const message = 'The sign-in service does not answer. Please try again later.';
      return showSignIn(reply, to, { message, status: 502 });
    }
  });

  routes.get('/sign-in/openid/callback', openPage, async (request, reply) => {
    const secret = request.cookies[attemptCookie];
    reply.clearCookie(attemptCookie, cookieAttributes(reply));
    const since = parts.now() - attemptMs;
    const attempt = isSecret(secret)
      ? ((await parts.signIns.takeAttempt(idOf(secret), since)) as Attempt | null)
      : null;
    const { ip: address } = request;
    if (!attempt) {
      const why = 'OpenID: expired, or started in another browser';
      await audit.refuse({ account: 'unknown', address, why });
      const message =
        'The sign-in has expired or was started in another browser. Please try again.';
      return showSignIn(reply, '/', { message, status: 400 });
    }
    const answer = callback(reply);
    answer.search = request.url.slice(request.url.indexOf('?'));
    try {
      const account = await parts.accountOf(await provider.finish(answer, attempt));
      return await steps.enter(reply, account, 'openid', attempt.to);
    } catch (error) {
      if (storeTrouble(error)) throw error;
      const known = error instanceof NotAllowedError;
      const account = (known && error.account) || 'unknown';
      const why = known ? error.message : reasonOf(error);
      await audit.refuse({ account, address, why: `OpenID: ${why}` });
      const message = known ? error.message : 'Sign-in failed. Please try again.';
      return showSignIn(reply, attempt.to, { message, status: known ? 403 : 400 });
    }
  });
}

/** Codes alone: the library's message may quote the provider's answer. */
function reasonOf(failure: unknown): string {
  const { code, error } = failure as { code?: unknown; error?: unknown };
  const codes = [code, error].filter(each => typeof each === 'string' && /^\w{1,60}$/.test(each));
  return codes.join(' ') || 'the answer of the provider is not valid';
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
