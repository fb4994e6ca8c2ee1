import { FORM, PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import { isSameText } from '@tallyboard/service-kit/sign-in/password.ts';
import { type Credential, isEmail, tokenProblem } from '@tallyboard/service-kit/site/credential.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Failure, html, problem, sendPage } from '../pages/layout.ts';
import { readForms } from '../sign-in/routes.ts';
import { PAGE_EXPIRED } from '../sign-in/steps.ts';
import { checkSite, siteProblem } from './check-site.ts';
import type { ReverseProxySettings } from './site-settings.ts';

/** The page that asks for the credential of Jira, checks it and stores it encrypted. */
export async function setup(
  app: FastifyInstance,
  { address, ask, guard, audit, setupCode }: ReverseProxySettings,
  /** True while there is no credential. */
  isNeeded: () => Promise<boolean>,
  take: (credential: Credential) => Promise<void>,
): Promise<void> {
  readForms(app);

  app.get('/setup', { config: { rights: PAGE } }, async (_, reply) => {
    if (!(await isNeeded())) return reply.redirect('/', 303);
    return showSetup(reply);
  });

  app.post('/setup', { config: { rights: FORM } }, async (request, reply) => {
    if (!(await isNeeded())) return reply.redirect('/', 303);
    const form = request.body as Record<string, string>;
    const email = form.email?.trim() ?? '';
    const failed = (message: string, status = 400) => showSetup(reply, email, { message, status });
    if (!guard.isCsrfTokenOf(request, form.token)) return showSetup(reply, email, PAGE_EXPIRED);
    if (setupCode !== null && !isSameText((form.code ?? '').trim().toLowerCase(), setupCode)) {
      return failed('Wrong set-up code. The server wrote it to its log.', 403);
    }
    const credential = { email: email || null, token: form.secret?.trim() ?? '' };
    const problem = tokenProblem(credential.token);
    if (problem !== null) return failed(problem);
    if (credential.email !== null && !isEmail(credential.email)) {
      return failed('That is not an e-mail address.');
    }
    let user: string;
    try {
      user = await checkSite({ address, ask }, credential);
    } catch (error) {
      const message = siteProblem(error);
      if (message === null) throw error;
      return failed(message);
    }
    await take(credential);
    const account = request.visitor?.account ?? 'local';
    await audit.note({ account, action: 'set up', target: address, detail: `token of ${user}` });
    return reply.redirect('/', 303);
  });

  function showSetup(reply: FastifyReply, email = '', failure?: Failure): FastifyReply {
    const body = html`<p>Tallyboard reads <strong>${address}</strong> with your token, which is checked there and stored encrypted on this server.</p>
<p>Everybody who may use this server sees what the owner of the token may see. A user made for this, who may see just that, is best.</p>
${problem(failure)}
<form method="post" action="/setup">
<input type="hidden" name="token" value="${guard.csrfToken(reply)}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="off" maxlength="200" value="${email}" aria-describedby="email-hint">
<p class="hint" id="email-hint">Jira Cloud only. Leave it empty for a Data Center or a service account.</p>
<label for="secret">Token</label>
<input id="secret" name="secret" type="password" autocomplete="off" required maxlength="2048" aria-describedby="secret-hint">
<p class="hint" id="secret-hint">Cloud: an API token of your Atlassian account. Data Center: a personal access token of your profile.</p>
${
  setupCode !== null &&
  html`<label for="code">Set-up code</label>
<input id="code" name="code" autocomplete="off" required maxlength="100" aria-describedby="code-hint">
<p class="hint" id="code-hint">The server wrote it to its log when it started.</p>`
}
<button>Check and save</button>
</form>`;
    return sendPage(reply, 'Connect to Jira', body, failure?.status);
  }
}
