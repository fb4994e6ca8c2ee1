/** Messages to programs and chats by HTTP: https://www.standardwebhooks.com, and the forms of Slack and Teams Workflows. */
import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { DeliveryError, type Message, type Target } from './message.ts';

type WebhookTarget = Extract<Target, { kind: 'webhook' }>;

interface WebhookSettings {
  /** Hosts that may have private addresses and http. */
  readonly hosts: readonly string[];
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Slack takes 50 blocks. */
const MAX_SECTIONS = 15;
const MAX_FIGURES = 10;

/** Throws DeliveryError. `id` is the same in each attempt, so that the receiver can tell a repeat. */
export async function postWebhook(
  { url: given, form, secret }: WebhookTarget,
  message: Message,
  { id, atMs }: { readonly id: string; readonly atMs: number },
  { hosts, timeoutMs = TIMEOUT_MS }: WebhookSettings,
): Promise<void> {
  const url = new URL(given);
  const isTrusted = hosts.includes(url.host) || hosts.includes(url.hostname);
  if (url.protocol !== 'https:' && !isTrusted)
    throw final(
      `${url.host}: give the webhook an https address, or name the host in TALLYBOARD_WEBHOOK_HOSTS.`,
    );
  const address = await addressOf(url.hostname, isTrusted);
  const body = JSON.stringify(bodyOf(form, message, atMs));
  const headers = form === 'standard' ? signature({ id, atMs, body, secret }) : {};
  const status = await post(url, address, body, headers, timeoutMs);
  if (status >= 200 && status < 300) return;
  const isFinal = status < 500 && ![408, 425, 429].includes(status);
  const why =
    status >= 300 && status < 400 ? 'redirects, which is not followed' : 'does not take it';
  throw new DeliveryError(`${url.host} ${why} (HTTP ${status}).`, { isFinal });
}

const final = (message: string) => new DeliveryError(message, { isFinal: true });

function signature(signed: { id: string; atMs: number; body: string; secret: string }) {
  const { id, atMs, body, secret } = signed;
  const seconds = Math.floor(atMs / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${mac}`,
  };
}

function bodyOf(form: WebhookTarget['form'], message: Message, atMs: number): object {
  const { event, subject, link, sections = [] } = message;
  if (form === 'standard')
    return { type: event.type, timestamp: new Date(atMs).toISOString(), data: event.data };
  const whole = { title: null, ...message };
  const parts = [whole, ...sections.slice(0, MAX_SECTIONS)];
  if (form === 'slack') {
    const plain = (text: string, max: number) => ({ type: 'plain_text', text: text.slice(0, max) });
    const section = (text: string) => ({ type: 'section', text: plain(text, 3000) });
    return {
      text: subject,
      blocks: [
        { type: 'header', text: plain(subject, 150) },
        ...parts.flatMap(({ title, summary, figures, notes }) => {
          const shown = figures.slice(0, MAX_FIGURES);
          const first = [...(title === null ? [] : [title]), ...summary];
          return [
            ...(first.length > 0 ? [section(first.join('\n'))] : []),
            ...(shown.length > 0
              ? [
                  {
                    type: 'section',
                    fields: shown.map(({ label, text }) => plain(`${label}\n${text}`, 2000)),
                  },
                ]
              : []),
            ...(notes.length > 0 ? [section(notes.join('\n'))] : []),
          ];
        }),
        ...(link === null
          ? []
          : [
              {
                type: 'actions',
                elements: [{ type: 'button', text: plain('Open in Tallyboard', 75), url: link }],
              },
            ]),
      ],
    };
  }
  const text = (words: string, more: object = {}) => ({
    type: 'TextBlock',
    text: words,
    wrap: true,
    ...more,
  });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            text(subject, { size: 'Large', weight: 'Bolder' }),
            ...parts.flatMap(({ title, summary, figures, notes }) => {
              const facts = figures
                .slice(0, MAX_FIGURES)
                .map(({ label, text: value }) => ({ title: label, value }));
              return [
                ...(title === null ? [] : [text(title, { weight: 'Bolder', separator: true })]),
                ...summary.map(line => text(line)),
                ...(facts.length > 0 ? [{ type: 'FactSet', facts }] : []),
                ...notes.map(line => text(line, { isSubtle: true })),
              ];
            }),
          ],
          actions:
            link === null
              ? []
              : [{ type: 'Action.OpenUrl', title: 'Open in Tallyboard', url: link }],
        },
      },
    ],
  };
}

/** Networks that are not the internet (IANA special-purpose registries). */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
  ] as const),
  ...([
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
  ] as const),
  ...([
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
/** All of IPv6 but the global unicast addresses, and those of these that carry an IPv4 address or are for documents. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

export function isPrivateAddress(address: string): boolean {
  if (!isIPv6(address)) return PRIVATE.check(address, 'ipv4');
  const [, inner] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (inner !== undefined) return PRIVATE.check(inner, 'ipv4');
  return !GLOBAL.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6');
}

/** The address that is called: a name that is resolved again could have another one (DNS rebinding). */
async function addressOf(hostname: string, isTrusted: boolean): Promise<string> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  const found = isIP(name)
    ? [name]
    : await lookup(name, { all: true }).then(
        all => all.map(({ address }) => address),
        (cause: unknown) => {
          throw new DeliveryError(`There is no host ${name}.`, { isFinal: false, cause });
        },
      );
  const [first] = found;
  if (first === undefined) throw new DeliveryError(`There is no host ${name}.`, { isFinal: false });
  if (!isTrusted && found.some(isPrivateAddress))
    throw final(
      `${name} has a private address. An administrator may name the host in TALLYBOARD_WEBHOOK_HOSTS.`,
    );
  return first;
}

/** The status of the reply, whose body is not read. */
function post(
  url: URL,
  address: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const family = isIPv6(address) ? 6 : 4;
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(
        new DeliveryError(`${url.host} cannot be reached, or does not answer.`, {
          isFinal: false,
          cause,
        }),
      );
    const call = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        lookup: (_, options, done) =>
          options.all ? done(null, [{ address, family }]) : done(null, address, family),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Tallyboard',
          ...headers,
        },
      },
      reply => {
        reply.destroy();
        resolve(reply.statusCode ?? 0);
      },
    );
    call.on('error', fail);
    call.end(body);
  });
}
