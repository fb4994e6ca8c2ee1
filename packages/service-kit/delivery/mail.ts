/** Mail by SMTP. */
import { LEASE_MS } from '@tallyboard/server-store/outbox.ts';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../sign-in/settings.ts';
import type { MailSettings } from './delivery-settings.ts';
import { type Footer, mailHtml, mailText, picturesOf } from './mail-body.ts';
import { DeliveryError, type Message } from './message.ts';

export type Mailer = ReturnType<typeof createMailer>;

export interface Mail {
  /** Of the message: every attempt has the same Message-ID. */
  readonly id: string;
  readonly address: string;
  readonly message: Message;
  readonly footer: Footer;
}

interface Timeouts {
  readonly connectionMs: number;
  /** Without a byte. A server may check a mail for minutes before it takes it (RFC 5321, 4.5.3.2.6): a repeat would be a second mail. */
  readonly silenceMs: number;
  /** Of an attempt, however the server answers: less than the lease of its message. */
  readonly attemptMs: number;
}

const TIMEOUTS: Timeouts = {
  connectionMs: 20_000,
  silenceMs: 4 * 60_000,
  attemptMs: LEASE_MS - 30_000,
};

/** Connections that are open at the same time. */
export const MAX_CONNECTIONS = 4;

/** Connections are opened when needed, used again, and closed by `close`. */
export function createMailer(
  settings: MailSettings,
  { connectionMs, silenceMs, attemptMs }: Timeouts = TIMEOUTS,
) {
  const { host, port, secure, user, password, from } = settings;
  const transport = createTransport({
    pool: true as const,
    maxConnections: MAX_CONNECTIONS,
    host,
    port,
    secure,
    ...(user !== null && { auth: { user, pass: password } }),
    // A password never goes over the network in plain text.
    ...(user !== null && !secure && !isLoopback(host) && { requireTLS: true }),
    connectionTimeout: connectionMs,
    greetingTimeout: connectionMs,
    socketTimeout: silenceMs,
    // Contents are ours: none names a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.split('@')[1];

  return {
    /** Throws DeliveryError. */
    async send({ id, address, message, footer }: Mail): Promise<void> {
      const { subject, files } = message;
      const { unsubscribe } = footer;
      try {
        await transport.sendMail({
          signal: AbortSignal.timeout(attemptMs),
          from,
          to: { name: '', address },
          subject,
          messageId: `<${id}@${domain}>`,
          text: mailText(message, footer),
          html: mailHtml(message, footer),
          // RFC 3834: no replies of absence.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          ...(unsubscribe !== null && { list: { unsubscribe } }),
          attachments: [
            ...picturesOf(message).map(({ id, file, data }) => ({
              filename: file,
              cid: id,
              contentType: 'image/png',
              contentDisposition: 'inline' as const,
              content: Buffer.from(data, 'base64'),
            })),
            ...files.map(({ name, type, data }) => ({
              filename: name,
              contentType: type,
              content: Buffer.from(data, 'base64'),
            })),
          ],
          ...(unsubscribe !== null && {
            headers: {
              'Auto-Submitted': 'auto-generated',
              'X-Auto-Response-Suppress': 'All',
              // RFC 8058.
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }),
        });
      } catch (error) {
        throw mailFailure(error, host);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly command?: string;
}

/** Commands whose refusal is of the one mail, not of the server's settings. */
const OF_MAIL = /^(RCPT|DATA)/;
/** No answer in time, no such host, no TLS. */
const OF_SERVER: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EABORT', 'EDNS', 'ETLS']);
/** `EABORT`: an attempt that took too long. */
const TIMED_OUT: ReadonlySet<string> = new Set(['ETIMEDOUT', 'EABORT']);
/** The server closes the connection. */
const CLOSING = 421;

function mailFailure(error: unknown, host: string): DeliveryError {
  const { code = '', responseCode = 0, response = '', command = '' } = error as SmtpError;
  const said = response.replace(/\s+/g, ' ').trim().slice(0, 300);
  if (code === 'EAUTH')
    return new DeliveryError(
      `${host} refuses user and password of TALLYBOARD_SMTP_URL${said && `: ${said}`}`,
      { isFinal: false, isOfServer: true, cause: error },
    );
  if (responseCode >= 500 && OF_MAIL.test(command))
    return new DeliveryError(`${host} refuses the mail: ${said}`, { isFinal: true, cause: error });
  if (responseCode > 0)
    return new DeliveryError(`${host} does not take the mail now: ${said}`, {
      isFinal: false,
      // For a recipient it may be a full mailbox, or greylisting.
      isOfServer: responseCode === CLOSING || !command.startsWith('RCPT'),
      cause: error,
    });
  const problem =
    code === 'ETLS'
      ? 'has no TLS, which a password needs'
      : TIMED_OUT.has(code)
        ? 'cannot be reached, or does not answer in time'
        : 'cannot be reached, or ended the connection';
  return new DeliveryError(`${host} ${problem}${code && ` (${code})`}.`, {
    isFinal: false,
    isOfServer: OF_SERVER.has(code),
    cause: error,
  });
}
