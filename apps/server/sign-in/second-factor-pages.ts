import { FORM, OPEN_FORM, PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import { Html } from '@tallyboard/replica/rest/shape/html.ts';
import { idOf, isSecret, newSecret } from '@tallyboard/service-kit/sign-in/sessions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { type Failure, html, problem, secretField, sendPage } from '../pages/layout.ts';
import type { Guard } from './guard.ts';
import { attemptMs, PAGE_EXPIRED, type SignInParts, type SignInSteps } from './steps.ts';

/** A sign-in with the right password that waits for the code. */
interface CodeAttempt {
  readonly account: string;
  /** Return path. */
  readonly to: string;
  readonly startedMs: number;
}

const codeCookie = 'tallyboard-code';
/** The prefix separates codes from OpenID attempts, which share the table. */
const attemptId = (secret: string): string => idOf(`code ${secret}`);

/** The page that asks for a code at sign-in, and the account page, where a user turns the second factor on and off. */
export function secondFactorPages(
  app: FastifyInstance,
  parts: SignInParts,
  steps: SignInSteps,
  /** The other parts of the account page. */
  sections: (reply: FastifyReply) => Promise<readonly (Html | null)[]>,
) {
  const { guard, signIns, sessions, audit, throttle, factors, now } = parts;

  app.post('/sign-in/code', { config: { rights: OPEN_FORM } }, async (request, reply) => {
    const { token, code = '' } = request.body as Record<string, string>;
    const secret = request.cookies[codeCookie];
    const attempt =
      isSecret(secret) && guard.isCsrfTokenOf(request, token)
        ? await signIns.takeAttempt(attemptId(secret), now() - attemptMs)
        : null;
    if (!attempt || secret === undefined) return steps.showSignIn(reply, '/', PAGE_EXPIRED);
    const { account, to, startedMs } = attempt as CodeAttempt;
    const browser = await steps.knownBrowser(reply, account);
    const used = await tryCode(reply, { account, browser }, () => factors.use(account, code));
    if (typeof used === 'string')
      return steps.enterByPassword(reply, account, `password and ${used}`, to);
    if (used.status === 429) return steps.showSignIn(reply, to, used);
    await signIns.addAttempt(attemptId(secret), startedMs, attempt);
    return showCodeForm(guard, reply, used);
  });

  app.get('/account', { config: { rights: PAGE } }, (_, reply) => showAccount(reply));
  // The address of a form that was sent, opened again or after a sign-in.
  app.get('/account/:form', { config: { rights: PAGE } }, (_, reply) =>
    reply.redirect('/account', 303),
  );

  app.post('/account', { config: { rights: FORM } }, async (request, reply) => {
    const { token, step, password, code = '' } = request.body as Record<string, string>;
    const account = accountOf(request);
    const failed = (failure: Failure) => showAccount(reply, failure);
    if (!guard.isCsrfTokenOf(request, token) || account === null) return failed(PAGE_EXPIRED);
    const by = { account, browser: null };
    if (step === 'confirm') {
      const codes = await tryCode(reply, by, () => factors.confirm(account, code));
      if ('status' in codes) return showEnrolment(guard, reply, null, codes);
      // A thief of the password may have one of the other sessions.
      await sessions.endAllOf(account);
      guard.setSession(reply, await sessions.start(account, account, 'password'));
      await audit.note({ account, action: 'second factor turned on', target: request.ip });
      return showRecoveryCodes(reply, codes);
    }
    const failure = await steps.passwordFailure(reply, by, password);
    if (failure) return failed(failure);
    if (step === 'turn off' && (await parts.removeSecondFactor(account)))
      await audit.note({ account, action: 'second factor turned off', target: request.ip });
    const enrolment = step === 'turn on' ? await factors.enrol(account) : null;
    if (enrolment) return showEnrolment(guard, reply, enrolment);
    return reply.redirect('/account', 303);
  });

  /** The result of `accept`, or why the code is refused. */
  async function tryCode<T>(
    reply: FastifyReply,
    { account, browser }: { readonly account: string; readonly browser: string | null },
    accept: () => Promise<T | null>,
  ): Promise<T | Failure> {
    if (!(await throttle.takeCode(account, browser))) return steps.tooMany(reply, account);
    const accepted = await accept();
    if (accepted === null) {
      const why = 'wrong code of the second factor';
      await audit.refuse({ account, action: 'wrong code', address: reply.request.ip, why });
      return { message: 'Wrong code, or one that was used already.', status: 401 };
    }
    await throttle.codeSucceeded(account, browser);
    return accepted;
  }

  async function showAccount(reply: FastifyReply, told?: Failure | string) {
    const failure = typeof told === 'string' ? undefined : told;
    const account = accountOf(reply.request);
    const left = account === null ? null : await factors.recoveryCodesOf(account);
    const body = accountBody(
      guard,
      reply,
      { left, hasPassword: account !== null, told, failure },
      await sections(reply),
    );
    return sendPage(reply, 'Account', body, failure?.status);
  }

  return { askForCode, showAccount };

  /** Called after a right password: nobody is signed in until the code is right. */
  async function askForCode(reply: FastifyReply, account: string, to: string) {
    const secret = newSecret();
    const startedMs = now();
    await signIns.addAttempt(attemptId(secret), startedMs, { account, to, startedMs });
    const attributes = steps.cookieAttributes(reply, '/sign-in/code');
    reply.setCookie(codeCookie, secret, { ...attributes, maxAge: attemptMs / 1000 });
    return showCodeForm(guard, reply);
  }
}

/** The visitor's account if it has a password; null for OpenID Connect and without sign-in. */
const accountOf = ({ visitor }: FastifyRequest): string | null =>
  visitor?.signedIn && visitor.issuer === null ? visitor.account : null;

type Step = 'turn on' | 'confirm' | 'turn off';

const form = (guard: Guard, reply: FastifyReply, step: Step | null, fields: Html) =>
  html`<form method="post" action="${step === null ? '/sign-in/code' : '/account'}">
<input type="hidden" name="token" value="${guard.csrfToken(reply)}">
<input type="hidden" name="step" value="${step}">
${fields}
</form>`;

interface AccountState {
  /** Recovery codes; null without a second factor. */
  readonly left: number | null;
  readonly hasPassword: boolean;
  readonly told: Failure | string | undefined;
  readonly failure: Failure | undefined;
}

function accountBody(
  guard: Guard,
  reply: FastifyReply,
  { left, hasPassword, told, failure }: AccountState,
  sections: readonly (Html | null)[],
): Html {
  const fields = html`<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000">
<button>${left === null ? 'Turn on' : 'Turn off'}</button>`;
  return html`${problem(failure)}
${typeof told === 'string' && html`<p role="status">${told}</p>`}
<p><bdi>${reply.request.visitor?.name}</bdi> · <a href="/">Back to Tallyboard</a></p>
<h2>Second factor</h2>
${
  !hasPassword
    ? html`<p>For accounts with a password on this server only.</p>`
    : html`<p>${left === null ? 'Off. When it is on, signing in also needs a code from an authenticator app.' : `On. Recovery codes left: ${left}.`}</p>
${form(guard, reply, left === null ? 'turn on' : 'turn off', fields)}`
}
${sections}`;
}

const codeField = (hint: string) => html`<label for="code">Code</label>
<input id="code" name="code" autocomplete="one-time-code" required maxlength="30" autofocus aria-describedby="code-hint">
<p class="hint" id="code-hint">${hint}</p>`;

function showRecoveryCodes(reply: FastifyReply, codes: readonly string[]) {
  const body = html`<p>The second factor is on.</p>
<p>Keep these recovery codes where you keep passwords. Each works once in place of a code. They are not shown again.</p>
${secretField('Recovery codes', codes)}
<a class="button" href="/">Done</a>`;
  return sendPage(reply, 'Recovery codes', body);
}

function showCodeForm(guard: Guard, reply: FastifyReply, failure?: Failure) {
  const fields = html`${codeField('From your authenticator app, or a recovery code.')}
<button>Sign in</button>`;
  const body = html`${problem(failure)}
${form(guard, reply, null, fields)}`;
  return sendPage(reply, 'Sign in', body, failure?.status);
}

function showEnrolment(
  guard: Guard,
  reply: FastifyReply,
  /** Null after a wrong code: the app has the key already. */
  enrolment: TOTP | null,
  failure?: Failure,
) {
  const fields = html`${codeField('From your authenticator app.')}
<button>Turn on</button>`;
  const body = html`${problem(failure)}
${
  enrolment &&
  html`<p>Scan this with your authenticator app, or <a href="${enrolment.toString()}">open it</a> on this device:</p>
${new Html(renderSVG(enrolment.toString(), { border: 4 }))}
<p>Or enter this key:</p>
${secretField('Key', [enrolment.secret.base32])}`
}
${form(guard, reply, 'confirm', fields)}
<p><a href="/account">${enrolment ? 'Cancel' : 'Start again'}</a></p>`;
  return sendPage(reply, 'Second factor', body, failure?.status);
}
