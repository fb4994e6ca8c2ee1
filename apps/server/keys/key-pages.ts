import { FORM, KEY_SCOPES, type KeyScope } from '@tallyboard/replica/rest/call-rights.ts';
import type { Html } from '@tallyboard/replica/rest/shape/html.ts';
import type { AccessKey } from '@tallyboard/server-store/access-keys.ts';
import {
  type KeyRequestWords,
  readKeyRequest,
} from '@tallyboard/service-kit/sign-in/access-keys.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, html, revokeButton, secretField, sendPage } from '../pages/layout.ts';
import { readJson } from '../read-json.ts';
import { refuse } from '../sign-in/guard.ts';
import { PAGE_EXPIRED, type SignInParts, type SignInSteps } from '../sign-in/steps.ts';
import { revokeLink } from '../walls/display-link-calls.ts';
import { displayLinkSection } from '../walls/display-link-section.ts';
import { LIST_KEYS, MAKE_KEY, REVOKE_KEY } from './key-rights.ts';

const PATH = '/account/keys';
const CALL = '/rest/tallyboard/1/keys';

type ShowAccount = (reply: FastifyReply, told?: Failure | string) => unknown;

/** The part of the account page about access keys, and the same as calls. */
export function keyPages(parts: SignInParts, steps: SignInSteps) {
  const { guard, keys } = parts;
  const { make, revoke } = keyChanges(parts);

  function routes(app: FastifyInstance, showAccount: ShowAccount): void {
    app.post(PATH, { config: { rights: FORM } }, async (request, reply) => {
      const { token, step = '', password, ...form } = request.body as Record<string, string>;
      if (!guard.isCsrfTokenOf(request, token)) return showAccount(reply, PAGE_EXPIRED);
      if (step.startsWith('revoke ')) {
        const id = step.slice('revoke '.length);
        const failed = await (id.startsWith('tw_')
          ? revokeLink(parts, request, id)
          : revoke(request, id));
        return failed ? showAccount(reply, failed) : reply.redirect('/account', 303);
      }
      const failure = await steps.ownerFailure(reply, password);
      if (failure) return showAccount(reply, failure);
      const made = await make(request, requestOf(form), FORM_WORDS);
      return 'status' in made ? showAccount(reply, made) : showKey(reply, made.text);
    });
    app.register(async scope => calls(scope));
  }

  function calls(app: FastifyInstance): void {
    readJson(app);
    app.get(CALL, { config: { rights: LIST_KEYS } }, async (request, reply) => {
      const { visitor } = request;
      if (!visitor?.signedIn) return refuse(reply, 401, ONLY_PEOPLE.message);
      const { all } = request.query as Record<string, unknown>;
      if (all === 'true' && visitor.role !== 'admin')
        return refuse(reply, 403, 'Administrators alone see the keys of all.');
      const list = await (all === 'true' ? keys.all() : keys.of(visitor.account));
      return reply.header('Cache-Control', 'no-store').send({ keys: list.map(described) });
    });
    app.post(CALL, { config: { rights: MAKE_KEY } }, async (request, reply) => {
      const { password, ...given } = (request.body ?? {}) as Record<string, unknown>;
      if (!request.visitor?.signedIn || request.accessKey)
        return refuse(reply, ONLY_PEOPLE.status, ONLY_PEOPLE.message);
      const failure = await steps.ownerFailure(reply, String(password ?? ''));
      if (failure) return refuse(reply, failure.status, failure.message);
      const made = await make(request, given);
      if ('status' in made) return refuse(reply, made.status, made.message);
      const answer = { ...described(made.key), key: made.text };
      return reply.code(201).header('Cache-Control', 'no-store').send(answer);
    });
    app.delete(`${CALL}/:id`, { config: { rights: REVOKE_KEY } }, async (request, reply) => {
      const failure = await revoke(request, (request.params as { id: string }).id);
      return failure ? refuse(reply, failure.status, failure.message) : reply.code(204).send();
    });
  }

  const section = async (reply: FastifyReply) => {
    const made = await accountSection(parts, reply);
    return made && html`${made}${await displayLinkSection(parts, reply, PATH)}`;
  };
  return { routes, section };
}

function keyChanges({ keys, audit, isProxy, jqlFilterProblem }: SignInParts) {
  return { make, revoke };

  /** The new key, or why there is none. */
  async function make(
    request: FastifyRequest,
    given: Readonly<Record<string, unknown>>,
    words?: KeyRequestWords,
  ): Promise<{ readonly text: string; readonly key: AccessKey } | Failure> {
    const { visitor } = request;
    if (!visitor?.signedIn || request.accessKey) return ONLY_PEOPLE;
    const asked = readKeyRequest(given, isProxy, words);
    if (typeof asked === 'string') return { status: 400, message: asked };
    const problem =
      asked.jqlFilter === null ? null : await jqlFilterProblem(asked.jqlFilter, request);
    if (problem !== null)
      return { status: 400, message: `${words?.jqlFilter ?? 'jqlFilter'}: ${problem}` };
    const made = await keys.make({ ...asked, owner: visitor.account });
    const target = `tb_${made.key.id}`;
    const detail = JSON.stringify({ ...asked });
    await audit.note({ account: visitor.account, action: 'access key made', target, detail });
    return made;
  }

  /** Owners revoke their keys, administrators any. */
  async function revoke(request: FastifyRequest, id: string): Promise<Failure | null> {
    const { visitor } = request;
    const key = await keys.get(id.replace(/^tb_/, ''));
    const isTheirs = visitor?.role === 'admin' || key?.owner === visitor?.account;
    if (!visitor || !key || !isTheirs || !(await keys.revoke(key.id)))
      return { status: 404, message: 'There is no such key.' };
    const target = `tb_${key.id}`;
    const { account } = visitor;
    await audit.note({ account, action: 'access key revoked', target, detail: key.owner });
    return null;
  }
}

/** Nothing without sign-in. */
async function accountSection(
  { guard, keys, isProxy, now }: SignInParts,
  reply: FastifyReply,
): Promise<Html | null> {
  const { visitor } = reply.request;
  if (!visitor?.signedIn) return null;
  const own = (await keys.of(visitor.account)).filter(key => key.revokedMs === null);
  const csrf = html`<input type="hidden" name="token" value="${guard.csrfToken(reply)}">`;
  // What was typed stays where the key could not be made.
  const form = reply.request.body as Readonly<Record<string, string>> | undefined;
  const typed: Readonly<Record<string, string>> =
    form?.step === 'make' ? form : { 'scope-figures': 'true', days: '90' };
  return html`<h2>Access keys</h2>
<p>For programs and spreadsheets that read figures as you. A key never has more rights than you have.</p>
${
  own.length > 0 &&
  html`<form method="post" action="${PATH}">
${csrf}
<ul class="keys">${own.map(key => keyItem(key, now()))}</ul>
</form>`
}
<form method="post" action="${PATH}">
${csrf}
<label for="key-name">${FORM_WORDS.name}</label>
<input id="key-name" name="name" value="${typed.name}" required maxlength="100" aria-describedby="key-name-hint">
<p class="hint" id="key-name-hint">The program that uses it.</p>
<fieldset>
<legend class="label">${FORM_WORDS.scopes}</legend>
${KEY_SCOPES.map(scope => scopeBox(scope, typed[`scope-${scope}`] === 'true'))}
</fieldset>
${
  !isProxy &&
  html`<label for="key-jql-filter">${FORM_WORDS.jqlFilter}</label>
<input id="key-jql-filter" name="jqlFilter" value="${typed.jqlFilter}" maxlength="2000" autocomplete="off" spellcheck="false" aria-describedby="key-jql-filter-hint">
<p class="hint" id="key-jql-filter-hint">Such as project = WEB. Empty: all that you may see.</p>`
}
<label class="box"><input type="checkbox" name="aggregateOnly" value="true"${checked(typed.aggregateOnly === 'true')}> ${FORM_WORDS.aggregateOnly} <span class="hint">of three or more issues</span></label>
<label for="key-days">${FORM_WORDS.days}</label>
<input id="key-days" name="days" type="number" min="1" max="365" value="${typed.days}" required>
${
  visitor.issuer === null &&
  html`<label for="key-password">Your password</label>
<input id="key-password" name="password" type="password" autocomplete="current-password" required maxlength="1000">`
}
<button name="step" value="make">Make a key</button>
</form>`;
}

const ONLY_PEOPLE: Failure = {
  status: 403,
  message: 'People who are signed in make access keys; keys make none.',
};

const SCOPE_LABELS: Readonly<Record<KeyScope, string>> = {
  figures: 'Read figures of reports',
  issues: "Read issues by Jira's REST API",
  columns: 'Read issues as columns',
  mcp: 'Answer assistants (MCP)',
  schedules: 'Read and change subscriptions and alerts',
  admin: 'Change what you may change',
};

const FORM_WORDS: KeyRequestWords = {
  name: 'Name',
  scopes: 'The key may',
  jqlFilter: 'Only issues matching this JQL',
  aggregateOnly: 'Aggregated figures only',
  days: 'Expires after (days)',
  scopeLabel: scope => SCOPE_LABELS[scope],
};

const checked = (isChosen: boolean) => isChosen && html` checked`;

const scopeBox = (scope: KeyScope, isChosen: boolean) =>
  html`<label class="box"><input type="checkbox" name="scope-${scope}" value="true"${checked(isChosen)}> ${SCOPE_LABELS[scope]} <span class="hint">${scope}</span></label>`;

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

function keyItem(key: AccessKey, nowMs: number): Html {
  const { id, name, scopes, jqlFilter, aggregateOnly, usedMs, expiresMs } = key;
  const expiry = expiresMs <= nowMs ? 'expired' : 'expires';
  const facts = [
    scopes.join(', '),
    ...(jqlFilter === null ? [] : [jqlFilter]),
    ...(aggregateOnly ? ['aggregated figures only'] : []),
    usedMs === null ? 'not used' : `last used ${dayOf(usedMs)}`,
    `${expiry} ${dayOf(expiresMs)}`,
  ];
  return html`<li><strong><bdi>${name}</bdi></strong> <code>tb_${id}…</code>
<span class="hint">${facts.join(' · ')}</span>
${revokeButton(`revoke ${id}`, name)}</li>`;
}

function showKey(reply: FastifyReply, text: string): FastifyReply {
  const body = html`<p>Copy the key now. It is not shown again.</p>
${secretField('Access key', [text])}
<p class="hint">Programs send it as <code>Authorization: Bearer …</code>, spreadsheets as the password of any user. Never put it in an address.</p>
<a class="button" href="/account">Done</a>`;
  return sendPage(reply, 'Access key', body);
}

function requestOf(form: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return {
    name: form.name,
    scopes: KEY_SCOPES.filter(scope => form[`scope-${scope}`] === 'true'),
    jqlFilter: form.jqlFilter || null,
    aggregateOnly: form.aggregateOnly === 'true',
    days: Number(form.days),
  };
}

const isoTime = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString();

const described = (key: AccessKey) => ({
  id: `tb_${key.id}`,
  owner: key.owner,
  name: key.name,
  scopes: key.scopes,
  jqlFilter: key.jqlFilter,
  aggregateOnly: key.aggregateOnly,
  created: isoTime(key.createdMs),
  expires: isoTime(key.expiresMs),
  used: isoTime(key.usedMs),
  revoked: isoTime(key.revokedMs),
});
