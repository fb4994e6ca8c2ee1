/** At most so many messages a day go to one recipient. What is held back is named in a digest. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import {
  DIGEST_ORIGIN,
  type HeldMessage,
  messageId,
  type NewMessage,
  type OutboxStore,
} from '@tallyboard/server-store/outbox.ts';
import type { Message } from './message.ts';
import type { OutboxContent } from './send-messages.ts';

/** Messages of all subscriptions and alerts; the digest is one more. */
const MAX_PER_DAY = 20;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Messages that a digest names. */
const MAX_NAMED = 50;

const HELD = `This recipient got ${MAX_PER_DAY} messages in a day`;

/** A message that is held back where its recipient got enough of them. */
export async function addCapped(outbox: OutboxStore, message: NewMessage): Promise<void> {
  const { recipient, createdMs, sends } = message;
  const isFull =
    sends !== null && (await outbox.countSince(recipient, createdMs - DAY_MS)) >= MAX_PER_DAY;
  await outbox.add(
    isFull ? { ...message, isHeld: true, detail: `${HELD}: a digest will name it.` } : message,
  );
}

/** One for each recipient and day, an hour after the first message that was held back. */
export async function addDigests(outbox: OutboxStore, now: number): Promise<void> {
  const held = Map.groupBy(await outbox.held(), ({ recipient }) => recipient);
  for (const [recipient, messages] of held) {
    const isWaiting = messages.every(({ createdMs }) => Math.abs(now - createdMs) < HOUR_MS);
    if (isWaiting || (await outbox.hasDigestSince(recipient, now - DAY_MS))) continue;
    const told = await subscribed(outbox, messages);
    const left = await outbox.unsubscribed(DIGEST_ORIGIN);
    const digest = told.length > 0 && !left.has(recipient) ? digestOf(told, now) : null;
    await outbox.endHeld(messages, {
      digest,
      detail: digest ? `${HELD}: a digest named it.` : `${HELD}.`,
      atMs: now,
    });
  }
}

/** Those whose recipient still wants their origin. */
async function subscribed(
  outbox: OutboxStore,
  messages: readonly HeldMessage[],
): Promise<readonly HeldMessage[]> {
  const wanted: HeldMessage[] = [];
  for (const each of messages)
    if (!(await outbox.unsubscribed(each.origin)).has(each.recipient)) wanted.push(each);
  return wanted;
}

function digestOf(messages: readonly HeldMessage[], now: number): NewMessage {
  const named = messages.map(({ createdMs, content }) => {
    const { message } = JSON.parse(content) as OutboxContent;
    return { at: createdMs, subject: message.subject };
  });
  const isOne = named.length === 1;
  const count = isOne ? '1 message' : `${named.length} messages`;
  const message: Message = {
    subject: `${count} held back`,
    summary: [
      `You got ${MAX_PER_DAY} messages in a day. ${isOne ? 'Another one was' : `${named.length} more were`} held back:`,
    ],
    figures: [],
    table: {
      columns: ['Time (UTC)', 'Message'],
      rows: named
        .slice(0, MAX_NAMED)
        .map(({ at, subject }) => [formatInstant(at, 'UTC', 'YYYY-MM-DD HH:mm'), subject]),
      hasTotal: false,
      omitted: Math.max(0, named.length - MAX_NAMED),
    },
    notes: [],
    picture: null,
    files: [],
    link: null,
    event: {
      type: 'digest.sent',
      data: {
        messages: named.map(({ at, subject }) => ({ at: new Date(at).toISOString(), subject })),
      },
    },
  };
  const why = `At most ${MAX_PER_DAY} messages a day go to one recipient.`;
  const [first] = messages;
  const { id = '', recipient = '' } = first ?? {};
  return {
    id: messageId(`${DIGEST_ORIGIN} ${id}`, recipient),
    origin: DIGEST_ORIGIN,
    run: new Date(now).toISOString(),
    recipient,
    detail: '',
    createdMs: now,
    sends: {
      target: messages.at(-1)?.target ?? '',
      content: JSON.stringify({ message, why } satisfies OutboxContent),
    },
  };
}
