/** Sends what is in the outbox: each message once, with repeats where the way is blocked. */
import { randomBytes } from 'node:crypto';
import type { LeasedMessage, OutboxStore } from '@tallyboard/server-store/outbox.ts';
import { hashOf } from '../sign-in/secret-text.ts';
import type { DeliverySettings } from './delivery-settings.ts';
import { writeMessage } from './folder.ts';
import { createMailer, MAX_CONNECTIONS, type Mailer } from './mail.ts';
import { DeliveryError, type Message, type Target } from './message.ts';
import { postWebhook } from './webhook.ts';

export interface Sending {
  readonly outbox: OutboxStore;
  readonly settings: DeliverySettings;
  /** The address of this server for recipients, without a slash at the end; null: mails have no link to unsubscribe. */
  readonly base: string | null;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** Failures whose reason the history does not have. */
  readonly onError?: (error: unknown) => void;
  /** The messages of this run alone. */
  readonly only?: { readonly origin: string; readonly run: string };
}

/** What the outbox keeps of a message. */
export interface OutboxContent {
  readonly message: Message;
  /** Why the recipient gets it. */
  readonly why: string;
}

const MINUTE_MS = 60_000;
/** Between attempts; after the last one the message has failed. */
const PAUSES_MS = [1, 5, 15, 60, 180].map(minutes => minutes * MINUTE_MS);

export const UNSUBSCRIBE_PATH = '/unsubscribe';
const NO_MAIL =
  'No mail is set up on this server: set TALLYBOARD_SMTP_URL and TALLYBOARD_SMTP_FROM.';
const NO_FOLDER = 'This server writes no folders: set TALLYBOARD_DELIVERY_FOLDER.';

/** How long mails wait that are not tried while the server takes none. */
const REST_MS = MINUTE_MS;
/** After that waiting counts as an attempt, so that it ends. */
const MAX_AGE_MS = PAUSES_MS.reduce((sum, pause) => sum + pause, 0);

/**
 * Sends messages until none is due. Returns how many were sent. Where the mail server refuses several at once, they go one at a
 * time; where it refuses one, the others wait without an attempt: a message has six, which 2,000 mails at once would use up.
 */
export async function sendMessages({
  outbox,
  settings,
  base,
  now,
  signal,
  only,
  onError,
}: Sending): Promise<number> {
  const mailer = settings.mail && createMailer(settings.mail);
  let sent = 0;
  let width = MAX_CONNECTIONS;
  /** Why the mail server takes no mail now. */
  let closed: { readonly why: DeliveryError; readonly atMs: number } | null = null;
  try {
    while (!signal?.aborted) {
      // Mails that wait may be due again: another round tries them.
      if (closed !== null && Math.abs(now() - closed.atMs) >= REST_MS) break;
      const messages = await outbox.lease(now(), width, only);
      if (messages.length === 0) break;
      const why: DeliveryError | null = closed?.why ?? null;
      const done: readonly End[] = await Promise.all(
        messages.map(each =>
          why !== null && isMail(each)
            ? putOff(each, { outbox, now, why })
            : sendOne(each, { outbox, settings, base, now, mailer, ...(onError && { onError }) }),
        ),
      );
      sent += done.filter(end => end === 'sent').length;
      const refusal = done.find(end => end instanceof DeliveryError);
      if (!refusal) continue;
      if (width === 1) closed = { why: refusal, atMs: now() };
      width = closed ? MAX_CONNECTIONS : 1;
    }
  } finally {
    mailer?.close();
  }
  return sent;
}

/** An error: the mail server takes no mail now. */
type End = 'sent' | 'ended' | DeliveryError;

async function sendOne(
  leased: LeasedMessage,
  { outbox, now, ...ways }: Sending & { readonly mailer: Mailer | null },
): Promise<End> {
  const left = await outbox.unsubscribed(leased.origin);
  if (left.has(leased.recipient)) {
    await outbox.finish(leased, { state: 'skipped', detail: 'Unsubscribed.' }, now());
    return 'ended';
  }
  try {
    await deliver(leased, { outbox, now, ...ways });
  } catch (error) {
    if (!(error instanceof DeliveryError)) ways.onError?.(error);
    const failure = failureOf(error);
    await countFailure(leased, failure, { outbox, now });
    return failure.isOfServer ? failure : 'ended';
  }
  await outbox.finish(leased, { state: 'sent', detail: '' }, now());
  return 'sent';
}

const isMail = ({ target }: LeasedMessage): boolean =>
  (JSON.parse(target) as Target).kind === 'mail';

async function putOff(
  leased: LeasedMessage,
  { outbox, now, why }: Pick<Sending, 'outbox' | 'now'> & { readonly why: DeliveryError },
): Promise<End> {
  if (now() - leased.createdMs > MAX_AGE_MS) await countFailure(leased, why, { outbox, now });
  else await outbox.putOff(leased, why.message, now() + REST_MS);
  return 'ended';
}

/** Another attempt follows, unless it was the last one. */
async function countFailure(
  leased: LeasedMessage,
  { isFinal, message: detail }: DeliveryError,
  { outbox, now }: Pick<Sending, 'outbox' | 'now'>,
): Promise<void> {
  const pause = PAUSES_MS[leased.attempts - 1];
  if (isFinal || pause === undefined)
    await outbox.finish(leased, { state: 'failed', detail }, now());
  else await outbox.repeat(leased, detail, now() + pause);
}

/** Another attempt may find what failed in an unknown way as it should be. */
const failureOf = (error: unknown): DeliveryError =>
  error instanceof DeliveryError
    ? error
    : new DeliveryError('The message could not be sent. The log of the server has the reason.', {
        isFinal: false,
        cause: error,
      });

async function deliver(
  { id, origin, recipient, target: given, content, createdMs }: LeasedMessage,
  { outbox, settings, base, now, mailer }: Sending & { readonly mailer: Mailer | null },
): Promise<void> {
  const target = JSON.parse(given) as Target;
  const { message, why } = JSON.parse(content) as OutboxContent;
  if (target.kind === 'webhook')
    return postWebhook(target, message, { id, atMs: now() }, { hosts: settings.webhookHosts });
  if (target.kind === 'folder') {
    if (settings.folder === null) throw new DeliveryError(NO_FOLDER, { isFinal: false });
    return writeMessage(settings.folder, target.path, message, { id, atMs: createdMs, why });
  }
  if (!mailer) throw new DeliveryError(NO_MAIL, { isFinal: false });
  const unsubscribe = base === null ? null : `${base}${UNSUBSCRIBE_PATH}/${await newToken()}`;
  await mailer.send({ id, address: target.address, message, footer: { why, unsubscribe } });

  async function newToken(): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await outbox.addToken(hashOf(token), origin, recipient, now());
    return token;
  }
}
