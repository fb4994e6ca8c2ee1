import {
  type CallRights,
  CHANGE_OWN,
  FORM,
  READ_ISSUES,
} from '@tallyboard/replica/rest/call-rights.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, html } from '../pages/layout.ts';
import { readJson } from '../read-json.ts';
import { refuse } from './guard.ts';
import type { Owner, TokenState } from './jira-token.ts';
import { PAGE_EXPIRED, type SignInParts, type SignInSteps } from './steps.ts';

const PATH = '/account/jira-token';
const CALL = '/replica/jira-token';
const SIGN_IN: Failure = { message: 'Please sign in.', status: 401 };

const READ_TOKEN: CallRights = { ...READ_ISSUES, scope: null };
/** Audited without their bodies, which have secrets. */
const CHANGE_TOKEN: CallRights = { ...CHANGE_OWN, scope: null, audit: false };

type ShowAccount = (reply: FastifyReply, told?: Failure | string) => unknown;

/** The part of the account page about the reader's own token of the mirrored Jira, and the same as calls. */
export function jiraTokenPages(parts: SignInParts, steps: SignInSteps) {
  const { guard, tokens } = parts;

  function routes(app: FastifyInstance, showAccount: ShowAccount): void {
    app.post(PATH, { config: { rights: FORM } }, async (request, reply) => {
      const { token, step, ...form } = request.body as Record<string, string>;
      const owner = ownerOf(request);
      if (!guard.isCsrfTokenOf(request, token) || !owner) return showAccount(reply, PAGE_EXPIRED);
      if (step === 'test') {
        return showAccount(reply, (await tokens.test(owner)) ?? 'Jira accepts the token.');
      }
      const failure =
        (await steps.ownerFailure(reply, form.password)) ??
        (step === 'remove' ? await remove(owner) : await tokens.give(owner, credentialOf(form)));
      return failure ? showAccount(reply, failure) : reply.redirect('/account', 303);
    });
    app.register(async scope => calls(scope));
  }

  function calls(app: FastifyInstance): void {
    readJson(app);
    const read = { config: { rights: READ_TOKEN } };
    const write = { config: { rights: CHANGE_TOKEN } };
    type Change = (owner: Owner, form: Record<string, string>) => Promise<Failure | null>;
    const change =
      (act: Change, needsPassword: boolean) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const owner = ownerOf(request);
        const form = stringsOf(request.body);
        const failure = owner
          ? ((needsPassword ? await steps.ownerFailure(reply, form.password) : null) ??
            (await act(owner, form)))
          : SIGN_IN;
        return failure ? refuse(reply, failure.status, failure.message) : reply.code(204).send();
      };
    app.get(CALL, read, async (request, reply) => {
      const owner = ownerOf(request);
      const state = owner && (await tokens.stateOf(owner));
      reply.header('Cache-Control', 'no-store');
      return state ? describe(state) : refuse(reply, 404, 'This server has no mirror of a Jira.');
    });
    app.put(
      CALL,
      write,
      change(
        (owner, { token = '', ...form }) =>
          tokens.give(owner, credentialOf({ ...form, secret: token })),
        true,
      ),
    );
    app.delete(CALL, write, change(remove, true));
    app.post(`${CALL}/test`, write, change(tokens.test, false));
  }

  const remove = async (owner: Owner): Promise<Failure | null> =>
    (await tokens.remove(owner)) ? null : { message: 'There is no token.', status: 404 };

  /** Nothing without a mirror, or without sign-in. */
  async function section(reply: FastifyReply) {
    const owner = ownerOf(reply.request);
    const state = owner && (await tokens.stateOf(owner));
    if (!state) return null;
    const csrf = html`<input type="hidden" name="token" value="${guard.csrfToken(reply)}">`;
    const hasPassword = reply.request.visitor?.issuer === null;
    return html`<h2>Jira token</h2>
<p>Jira itself is asked with your token what you may see here. It is stored encrypted and not shown again.</p>
${
  state.token &&
  html`<p>${statusOf(state)}</p>
<form method="post" action="${PATH}">
${csrf}
<button class="quiet" name="step" value="test">Test</button>
</form>`
}
<form method="post" action="${PATH}">
${csrf}
${
  state.isCloud &&
  html`<label for="jira-email">E-mail address in Jira</label>
<input id="jira-email" name="email" type="email" autocomplete="off" required maxlength="200">`
}
<label for="jira-token">Token</label>
<input id="jira-token" name="secret" type="password" autocomplete="off" required maxlength="2048" aria-describedby="jira-token-hint">
<p class="hint" id="jira-token-hint">${state.isCloud ? 'An API token of your Atlassian account.' : 'A personal access token of your Jira profile.'}</p>
${
  hasPassword &&
  html`<label for="jira-password">Password here</label>
<input id="jira-password" name="password" type="password" autocomplete="current-password" required maxlength="1000">`
}
<button name="step" value="save">${state.token ? 'Check and replace' : 'Check and save'}</button>
${state.token && html`<button class="quiet" name="step" value="remove" formnovalidate>Remove</button>`}
</form>`;
  }

  return { routes, section };
}

const ownerOf = ({ visitor }: FastifyRequest): Owner | null =>
  visitor?.signedIn ? { account: visitor.account, jiraAccountId: visitor.jiraAccountId } : null;

const credentialOf = ({ email = '', secret = '' }: Record<string, string>) => ({
  email: email.trim() || null,
  token: secret.trim(),
});

/** Text members of a JSON body. */
function stringsOf(body: unknown): Record<string, string> {
  const members = Object.entries((body ?? {}) as object);
  return Object.fromEntries(members.filter(([, value]) => typeof value === 'string'));
}

const isoTime = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString().replace(/\.\d+Z$/, 'Z');

const describe = ({ site, token, answer }: TokenState) => ({
  site,
  given: isoTime(token?.givenMs),
  outcome: answer?.outcome ?? null,
  answered: isoTime(answer?.atMs),
});

function statusOf({ token, answer }: TokenState): string {
  const time = (atMs = 0) => `${isoTime(atMs)?.slice(0, 16).replace('T', ' ')} UTC`;
  const given = `Given ${time(token?.givenMs)}.`;
  if (!answer) return `${given} Not used yet.`;
  const outcomes = {
    used: `Last used ${time(answer.atMs)}.`,
    refused: `Jira refused it ${time(answer.atMs)}. Give a new one.`,
    unreadable: 'It cannot be decrypted where it is used. Give it again, or ask an administrator.',
  };
  return `${given} ${outcomes[answer.outcome]}`;
}
