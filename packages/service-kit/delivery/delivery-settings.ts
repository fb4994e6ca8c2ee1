/** How messages leave this server, from the environment. */
import { SettingsError } from '../settings.ts';
import { isLoopback } from '../sign-in/settings.ts';
import { isAddress } from './recipients.ts';

export interface DeliverySettings {
  /** Null: no mail is set up. */
  readonly mail: MailSettings | null;
  /** Hosts that webhooks may reach by private addresses and http too, such as 'chat.internal:8065'. */
  readonly webhookHosts: readonly string[];
  /** Below it messages are written; null: none are. */
  readonly folder: string | null;
}

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (smtps). */
  readonly secure: boolean;
  readonly user: string | null;
  readonly password: string;
  readonly from: { readonly name: string; readonly address: string };
}

const EXAMPLE = 'smtps://USER:PASSWORD@smtp.example.com';

/** Throws SettingsError. */
export function readDelivery(environment: NodeJS.ProcessEnv): DeliverySettings {
  const {
    TALLYBOARD_SMTP_URL: url,
    TALLYBOARD_SMTP_FROM: from,
    TALLYBOARD_WEBHOOK_HOSTS: hosts = '',
    TALLYBOARD_DELIVERY_FOLDER: folder,
  } = environment;
  return {
    mail: url ? readMail(url, from) : null,
    webhookHosts: hosts
      .split(',')
      .map(each => each.trim().toLowerCase())
      .filter(each => each !== ''),
    folder: folder || null,
  };
}

function readMail(text: string, from: string | undefined): MailSettings {
  const url = URL.parse(text);
  // The text has a password: messages never repeat it.
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new SettingsError(`TALLYBOARD_SMTP_URL is an address such as ${EXAMPLE}.`);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : isLoopback(url.hostname) ? 25 : 587),
    secure,
    user: url.username === '' ? null : decode(url.username),
    password: decode(url.password),
    from: readFrom(from),
  };
}

function readFrom(text = ''): MailSettings['from'] {
  const [, name = '', inner] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  const address = (inner ?? text).trim();
  if (isAddress(address) && !/[\r\n]/.test(text)) return { name: name || 'Tallyboard', address };
  throw new SettingsError(
    "TALLYBOARD_SMTP_FROM is the sender of mails, such as 'Tallyboard <reports@example.com>'.",
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SettingsError(
      `TALLYBOARD_SMTP_URL: write special characters of user and password as %XX, as in ${EXAMPLE}.`,
    );
  }
}
