/** The part of the account page about subscriptions: what one gets and sends, and for administrators who gets what. */
import { FORM } from '@tallyboard/replica/rest/call-rights.ts';
import type { Html } from '@tallyboard/replica/rest/shape/html.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Subscription } from '@tallyboard/server-store/subscriptions.ts';
import {
  originOf,
  type SubscriptionJson,
  subscriptionJson,
} from '@tallyboard/service-kit/subscriptions/subscriptions.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Failure, html } from '../pages/layout.ts';
import type { Guard } from '../sign-in/guard.ts';
import { PAGE_EXPIRED } from '../sign-in/steps.ts';

const PATH = '/account/subscriptions';
const MAX_NAMES = 10;

interface Parts {
  readonly guard: Guard;
  readonly store: Pick<
    Store,
    'savedReports' | 'dashboards' | 'properties' | 'outbox' | 'subscriptions' | 'alerts'
  >;
  readonly now: () => number;
}

export function subscriptionPages({ guard, store, now }: Parts) {
  const { outbox, subscriptions } = store;

  function routes(
    app: FastifyInstance,
    showAccount: (reply: FastifyReply, told?: Failure | string) => unknown,
  ): void {
    app.post(PATH, { config: { rights: FORM } }, async (request, reply) => {
      const { token, step = '' } = request.body as Record<string, string>;
      const { visitor } = request;
      if (!visitor?.signedIn || !guard.isCsrfTokenOf(request, token))
        return showAccount(reply, PAGE_EXPIRED);
      const [verb, id = ''] = step.split(' ');
      const found = await subscriptions.get(id);
      if (found && verb === 'leave')
        await outbox.unsubscribe(originOf(found), visitor.account, now());
      if (found && verb === 'join') await outbox.resubscribe(originOf(found), visitor.account);
      return reply.redirect('/account', 303);
    });
  }

  /** Nothing without any. */
  async function section(reply: FastifyReply): Promise<Html | null> {
    const { visitor } = reply.request;
    if (!visitor?.signedIn) return null;
    const all = await Promise.all(
      (await subscriptions.all())
        .filter(({ state }) => state !== 'ended')
        .map(async each => ({ each, json: await subscriptionJson(store, each) })),
    );
    const mine = ({ json: { to } }: Listed) =>
      to.some(({ kind, name }) => kind === 'account' && name === visitor.account);
    const own = all.filter(each => mine(each) || each.each.owner === visitor.account);
    const others = visitor.role === 'admin' ? all : [];
    if (own.length + others.length === 0) return null;
    return html`<h2>Subscriptions</h2>
<p>Saved reports and dashboards that come by mail. The menu of each makes and changes them.</p>
${
  own.length > 0 &&
  html`<form method="post" action="${PATH}">
<input type="hidden" name="token" value="${guard.csrfToken(reply)}">
<ul class="keys">${own.map(({ json }) => ownItem(json, visitor.account))}</ul>
</form>`
}
${
  others.length > 0 &&
  html`<h3>Who gets this</h3>
<ul class="keys">${others.map(({ json }) => sentItem(json))}</ul>`
}`;
  }

  return { routes, section };
}

interface Listed {
  readonly each: Subscription;
  readonly json: SubscriptionJson;
}

const titleOf = ({ name }: SubscriptionJson): string =>
  name ?? 'A report or dashboard that was deleted';

const factsOf = ({ state, whenText, file }: SubscriptionJson): readonly string[] => [
  whenText,
  ...(state === 'paused' ? ['paused'] : []),
  ...(file === null ? [] : [`with ${file.toUpperCase()}`]),
];

function ownItem(json: SubscriptionJson, account: string): Html {
  const { id, owner, to } = json;
  const me = to.find(({ kind, name }) => kind === 'account' && name === account);
  const by = owner === account ? `sent to ${namesOf(json)}` : `by ${owner ?? 'the data folder'}`;
  const [step, words] = me?.unsubscribed
    ? [`join ${id}`, 'Subscribe again']
    : [`leave ${id}`, 'Unsubscribe'];
  return html`<li><strong><bdi>${titleOf(json)}</bdi></strong>
<span class="hint">${[...factsOf(json), by].join(' · ')}</span>
${me && html`<button class="quiet" name="step" value="${step}" aria-label="${words}: ${titleOf(json)}">${words}</button>`}</li>`;
}

const sentItem = (json: SubscriptionJson): Html =>
  html`<li><strong><bdi>${titleOf(json)}</bdi></strong>
<span class="hint">${[...factsOf(json), `by ${json.owner ?? 'the data folder'}`].join(' · ')}</span>
<span>${namesOf(json)}</span></li>`;

function namesOf({ to }: SubscriptionJson): string {
  const names = to.map(({ name, unsubscribed }) =>
    unsubscribed ? `${name} (unsubscribed)` : name,
  );
  const more = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
