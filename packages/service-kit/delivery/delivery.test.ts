import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import { messageId } from '@tallyboard/server-store/outbox.ts';
import { openServerStoreOn } from '@tallyboard/server-store/store.ts';
import { afterEach, expect, test } from 'vitest';
import { hashOf } from '../sign-in/secret-text.ts';
import { type DeliverySettings, readDelivery } from './delivery-settings.ts';
import { createMailer } from './mail.ts';
import type { Message, Target } from './message.ts';
import { readRecipient, recipientKey } from './recipients.ts';
import { sendMessages } from './send-messages.ts';
import { mailSink, parseMail } from './testing/mail-sink.ts';
import { isPrivateAddress, postWebhook } from './webhook.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const T = Date.parse('2026-03-02T08:00:00Z');
const MINUTE = 60_000;

const MESSAGE: Message = {
  subject: 'Weekly look: <5 & rising',
  summary: ['4 of 9 issues are done.'],
  figures: [{ label: 'Done', text: '44 %' }],
  table: {
    columns: ['Sprint', 'Done'],
    rows: [
      ['Alpha <1>', 4],
      ['Total', 4],
    ],
    hasTotal: true,
    omitted: 2,
  },
  notes: ['One issue has no estimate.'],
  picture: Buffer.from('picture').toString('base64'),
  files: [
    { name: 'weekly.csv', type: 'text/csv', data: Buffer.from('a,b\r\n').toString('base64') },
  ],
  link: 'https://reports.example.com/reports?saved=1',
  event: { type: 'report.sent', data: { done: 4 } },
};

const ORIGIN = 'subscription:1';

async function opened(settings: Partial<DeliverySettings>) {
  const store = await openServerStoreOn(openEngine({ memory: true }));
  closing.push(() => store.close());
  const { outbox } = store;
  let now = T;
  const base = 'https://reports.example.com';
  const all = { mail: null, webhookHosts: [], folder: null, ...settings };
  return {
    outbox,
    add: (recipient: string, target: Target, run = 'a', message = MESSAGE) =>
      outbox.add({
        ...{
          id: messageId(run, recipient),
          origin: ORIGIN,
          run,
          recipient,
          detail: '',
          createdMs: now,
        },
        sends: {
          target: JSON.stringify(target),
          content: JSON.stringify({ message, why: 'Anna sends you this each Monday.' }),
        },
      }),
    send: () => sendMessages({ outbox, settings: all, base, now: () => now }),
    pass: (ms: number) => {
      now += ms;
    },
    states: async () =>
      Object.fromEntries(
        (await outbox.ofOrigin(ORIGIN, 5_000)).map(each => [each.recipient, each.state]),
      ),
  };
}

async function sink(...args: Parameters<typeof mailSink>) {
  const opened = await mailSink(...args);
  closing.push(opened.close);
  return opened;
}

test('a mail has text, HTML, picture, file, and unsubscribes by one click', async () => {
  const { mails, settings } = await sink();
  const { outbox, add, send } = await opened({ mail: settings });
  await add('anna@example.com', { kind: 'mail', address: 'anna@example.com' });
  expect(await send()).toBe(1);
  const [{ to, raw } = { to: '', raw: '' }] = mails;
  const mail = await parseMail(raw);
  expect(to).toBe('anna@example.com');
  expect(mail).toMatchObject({
    subject: MESSAGE.subject,
    messageId: `<${messageId('a', 'anna@example.com')}@example.com>`,
  });
  expect(mail.text).toContain('Sprint     Done\nAlpha <1>     4\nTotal         4');
  expect(mail.text).toContain('2 more rows are not shown here.');
  expect(String(mail.html)).toContain('Alpha &lt;1&gt;');
  expect(mail.attachments.map(({ filename, content }) => [filename, String(content)])).toEqual([
    ['chart.png', 'picture'],
    ['weekly.csv', 'a,b\r\n'],
  ]);
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  const list = mail.headers.get('list') as unknown as Record<
    string,
    { url?: string; name?: string }
  >;
  expect(list['unsubscribe-post']?.name).toBe('List-Unsubscribe=One-Click');
  const token = list.unsubscribe?.url?.split('/').at(-1) ?? '';
  expect(await outbox.ofToken(token)).toBe(null);
  expect(await outbox.ofToken(hashOf(token))).toMatchObject({
    origin: ORIGIN,
    recipient: 'anna@example.com',
  });
});

test('who unsubscribed gets no mail that waits', async () => {
  const { mails, settings } = await sink();
  const { outbox, add, send, states } = await opened({ mail: settings });
  await add('anna@example.com', { kind: 'mail', address: 'anna@example.com' });
  await outbox.unsubscribe(ORIGIN, 'anna@example.com', T);
  expect(await send()).toBe(0);
  expect(mails).toEqual([]);
  expect(await states()).toEqual({ 'anna@example.com': 'skipped' });
});

test('2,000 recipients get one mail each, of a server that refuses, delays and drops', async () => {
  const seen = new Map<string, number>();
  const numberOf = (address: string) => Number(address.split('@')[0]);
  const attempt = (address: string) => {
    seen.set(address, (seen.get(address) ?? 0) + 1);
    return seen.get(address) ?? 0;
  };
  const { mails, distinct, settings } = await sink(() => ({
    refuse: address => {
      const number = numberOf(address);
      if (number % 400 === 1) return 550;
      return number % 400 === 2 && attempt(address) === 1 ? 450 : null;
    },
    drop: address => {
      const number = numberOf(address);
      if (number % 400 === 3 && attempt(address) === 1) return 'before';
      return number % 400 === 4 && attempt(address) === 1 ? 'after' : null;
    },
  }));
  const { outbox, add, send, pass, states } = await opened({ mail: settings });
  for (let at = 0; at < 2000; at++)
    await add(`${at}@example.com`, { kind: 'mail', address: `${at}@example.com` });
  for (let round = 0; round < 4; round++) {
    await send();
    pass(15 * MINUTE);
  }
  const all = Object.values(await states());
  expect(all.filter(state => state === 'sent')).toHaveLength(1995);
  expect(all.filter(state => state === 'failed')).toHaveLength(5);
  expect(distinct().size).toBe(1995);
  // Those whose connection ended after the mail was stored came twice, as the same message.
  expect(mails.length).toBe(2000);
  const refused = (await outbox.ofOrigin(ORIGIN, 5_000)).find(({ state }) => state === 'failed');
  expect(refused).toMatchObject({
    attempts: 1,
    detail: expect.stringContaining('No such mailbox'),
  });
});

test('a server that takes 30 mails a minute gets all 300, and a webhook does not wait for them', async () => {
  // Six attempts at once would be 180 mails.
  let left = 30;
  const throttle = () => (left-- > 0 ? null : 454);
  const { mails, distinct, settings } = await sink(() => ({ throttle }));
  const { received, host, url } = await hook(200);
  const { outbox, add, send, pass, states } = await opened({
    mail: settings,
    webhookHosts: [host],
  });
  for (let at = 0; at < 300; at++)
    await add(`${at}@example.com`, { kind: 'mail', address: `${at}@example.com` });
  pass(1);
  await add('webhook', { kind: 'webhook', url, form: 'slack', secret: '' });
  await send();
  expect([mails.length, received.length]).toEqual([30, 1]);
  // What was not tried waits with the reason, and without an attempt.
  const waiting = (await outbox.ofOrigin(ORIGIN, 5_000)).filter(each => each.state === 'pending');
  expect(waiting).toHaveLength(270);
  expect(new Set(waiting.map(({ detail }) => detail))).toEqual(
    new Set(['127.0.0.1 does not take the mail now: 454 Too many mails']),
  );
  expect(waiting.filter(({ attempts }) => attempts > 0).length).toBeLessThan(10);
  for (let minutes = 1; minutes < 20 && mails.length < 300; minutes++) {
    pass(MINUTE);
    left = 30;
    await send();
  }
  expect([mails.length, distinct().size]).toEqual([300, 300]);
  expect(new Set(Object.values(await states()))).toEqual(new Set(['sent']));
});

test('a server of mail that is away is asked six times, then the message has failed', async () => {
  const away = await mailSink();
  await away.close();
  const { outbox, add, send, pass } = await opened({ mail: away.settings });
  await add('anna@example.com', { kind: 'mail', address: 'anna@example.com' });
  for (let round = 0; round < 8; round++) {
    await send();
    pass(180 * MINUTE);
  }
  const [message] = await outbox.ofRun(ORIGIN, 'a');
  expect(message).toMatchObject({
    state: 'failed',
    attempts: 6,
    detail: '127.0.0.1 cannot be reached, or ended the connection (ESOCKET).',
  });
});

test.each([
  ['is silent', { silenceMs: 200, attemptMs: 9_000 }, 'ETIMEDOUT'],
  ['keeps a mail for longer than its lease', { silenceMs: 9_000, attemptMs: 200 }, 'EABORT'],
])('a server of mail that %s is given up', async (_, timeouts, code) => {
  const { settings } = await sink(() => ({ delayMs: 5_000 }));
  const mailer = createMailer(settings, { connectionMs: 200, ...timeouts });
  const mail = {
    id: 'a',
    address: 'anna@example.com',
    message: MESSAGE,
    footer: { why: '', unsubscribe: null },
  };
  await expect(mailer.send(mail)).rejects.toMatchObject({
    isFinal: false,
    isOfServer: true,
    message: `127.0.0.1 cannot be reached, or does not answer in time (${code}).`,
  });
  mailer.close();
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function hook(status: number, headers: Record<string, string> = {}) {
  const received: Received[] = [];
  const server = createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, body });
    reply.writeHead(status, headers).end();
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise(resolve => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { received, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/hook` };
}

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;

test('a webhook is signed, and repeated with the same id', async () => {
  const { received, host, url } = await hook(200);
  const { add, send, states } = await opened({ webhookHosts: [host] });
  await add('webhook', { kind: 'webhook', url, form: 'standard', secret: SECRET });
  expect(await send()).toBe(1);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  expect(headers['webhook-id']).toBe(messageId('a', 'webhook'));
  expect(JSON.parse(body)).toEqual({
    type: 'report.sent',
    timestamp: '2026-03-02T08:00:00.000Z',
    data: { done: 4 },
  });
  expect(await states()).toEqual({ webhook: 'sent' });
});

test.each(['slack', 'teams'] as const)(
  '%s gets subject, figures and link in its form',
  async form => {
    const { received, host, url } = await hook(200);
    const at = { id: 'a', atMs: T };
    await postWebhook({ kind: 'webhook', url, form, secret: '' }, MESSAGE, at, { hosts: [host] });
    const body = received[0]?.body ?? '';
    for (const part of [MESSAGE.subject, '44 %', MESSAGE.link]) expect(body).toContain(part);
    expect(body).toContain(form === 'slack' ? '"blocks"' : 'AdaptiveCard');
  },
);

test.each([
  [302, { location: 'http://169.254.169.254/' }, 'redirects, which is not followed'],
  [404, {}, 'does not take it'],
] as const)('a webhook that answers %i is not called again', async (status, headers, why) => {
  const { received, host, url } = await hook(status, headers);
  const { outbox, add, send, pass } = await opened({ webhookHosts: [host] });
  await add('webhook', { kind: 'webhook', url, form: 'standard', secret: SECRET });
  await send();
  pass(MINUTE);
  await send();
  expect(received).toHaveLength(1);
  expect(await outbox.ofRun(ORIGIN, 'a')).toMatchObject([
    { state: 'failed', detail: expect.stringContaining(why) },
  ]);
});

test('a webhook to this machine or its network is refused, whatever its name', async () => {
  const { received, url } = await hook(200);
  const at = { id: 'a', atMs: T };
  const { port } = new URL(url);
  for (const name of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
  ])
    await expect(
      postWebhook(
        { kind: 'webhook', url: `https://${name}:${port}/`, form: 'slack', secret: '' },
        MESSAGE,
        at,
        { hosts: [] },
      ),
      name,
    ).rejects.toMatchObject({ isFinal: true, message: expect.stringContaining('private address') });
  expect(received).toEqual([]);
  const hidden =
    '10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 fe80::1 fd00::1 :: 2002:7f00:1::';
  for (const address of hidden.split(' ')) expect(isPrivateAddress(address), address).toBe(true);
  for (const address of ['93.184.216.34', '2606:4700::6810:84e5'])
    expect(isPrivateAddress(address), address).toBe(false);
});

test('a folder has a message once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallyboard-delivery-'));
  closing.push(() => rm(folder, { recursive: true }));
  const { add, send, pass, states } = await opened({ folder });
  await add('folder weekly', { kind: 'folder', path: 'weekly' });
  await add('folder weekly', { kind: 'folder', path: 'weekly' }, 'b');
  await send();
  pass(MINUTE);
  await send();
  const names = await readdir(join(folder, 'weekly'));
  expect(names).toHaveLength(2);
  const files = await readdir(join(folder, 'weekly', names[0] ?? ''));
  expect(files.sort()).toEqual(['chart.png', 'report.html', 'weekly.csv']);
  expect(await readFile(join(folder, 'weekly', names[0] ?? '', 'weekly.csv'), 'utf8')).toBe(
    'a,b\r\n',
  );
  expect(await states()).toEqual({ 'folder weekly': 'sent' });
});

test('recipients are read as people write them', () => {
  const isAccount = (name: string) => name === 'anna' || name === 'ben@example.com';
  const read = (text: string) => readRecipient(text, isAccount);
  expect(read(' Anna ')).toEqual({ kind: 'account', account: 'anna' });
  expect(read('Ben@example.com')).toEqual({ kind: 'account', account: 'ben@example.com' });
  expect(read('Carla@Example.com')).toEqual({ kind: 'mail', address: 'carla@example.com' });
  const slack = read('slack:https://hooks.slack.com/services/T0/B0/secret');
  expect(slack).toMatchObject({ kind: 'webhook', form: 'slack' });
  if (!('problem' in slack)) expect(recipientKey(slack)).not.toContain('secret');
  for (const text of [
    'carla',
    'a@b@c',
    'a@example.com\r\nBcc: b@example.com',
    'slack:file:///etc',
    'folder:../etc',
    'folder:..',
  ])
    expect(read(text), text).toHaveProperty('problem');
});

test('settings of mail are read, and a password is in no message', () => {
  const read = (url: string, from = 'Reports <reports@example.com>') =>
    readDelivery({ TALLYBOARD_SMTP_URL: url, TALLYBOARD_SMTP_FROM: from }).mail;
  expect(read('smtps://anna%40example.com:s%2Fecret@smtp.example.com')).toEqual({
    host: 'smtp.example.com',
    port: 465,
    secure: true,
    user: 'anna@example.com',
    password: 's/ecret',
    from: { name: 'Reports', address: 'reports@example.com' },
  });
  expect(read('smtp://smtp.example.com')).toMatchObject({ port: 587, secure: false, user: null });
  expect(readDelivery({})).toEqual({ mail: null, webhookHosts: [], folder: null });
  for (const url of ['smtp.example.com:secret', 'https://user:secret@x', 'smtp://a:%secret@x'])
    expect(() => read(url)).toThrow(/^(?!.*secret)/);
  expect(() => read('smtp://x', '')).toThrow('TALLYBOARD_SMTP_FROM');
});
