/** The page that ends a subscription for one recipient, who needs no account: the token of a mail says who it is. */
import { type CallRights, PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { UNSUBSCRIBE_PATH } from '@tallyboard/service-kit/delivery/send-messages.ts';
import { hashOf } from '@tallyboard/service-kit/sign-in/secret-text.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html, sendPage } from '../pages/layout.ts';

/** Mail programs post without a session (RFC 8058); the token says who. */
const UNSUBSCRIBE: CallRights = { ...PUBLIC, reads: false };

interface Parts {
  readonly store: Pick<Store, 'outbox'>;
  readonly now: () => number;
}

export async function unsubscribePages(app: FastifyInstance, { store, now }: Parts): Promise<void> {
  const { outbox } = store;
  // The body has nothing that is needed.
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4096 }, (_, __, done) =>
      done(null),
    );
  const ofToken = (params: unknown) =>
    outbox.ofToken(hashOf((params as { readonly token: string }).token));

  app.get(`${UNSUBSCRIBE_PATH}/:token`, { config: { rights: PUBLIC } }, async (request, reply) => {
    // Programs that check links of mails call it too: it changes nothing.
    const found = await ofToken(request.params);
    if (!found) return unknown(reply);
    const body = html`<p>${found.recipient} gets no more mails of this subscription.</p>
<form method="post"><button>Unsubscribe</button></form>`;
    return sendPage(reply.header('Referrer-Policy', 'no-referrer'), 'Unsubscribe', body);
  });

  app.post(
    `${UNSUBSCRIBE_PATH}/:token`,
    { config: { rights: UNSUBSCRIBE } },
    async (request, reply) => {
      const found = await ofToken(request.params);
      if (!found) return unknown(reply);
      await outbox.unsubscribe(found.origin, found.recipient, now());
      const body = html`<p>${found.recipient} gets no more mails of this subscription.</p>`;
      return sendPage(reply, 'Unsubscribed', body);
    },
  );
}

const unknown = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply,
    'This link has expired',
    html`<p>Use the link of a later mail, or ask who made the subscription.</p>`,
    404,
  );
