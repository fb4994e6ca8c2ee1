/** Whom a message is for, as people write it: an account, an address, a webhook or a folder. */
import { randomBytes } from 'node:crypto';
import { accountName } from '../sign-in/accounts.ts';
import { nameOfTarget, type Target, WEBHOOK_FORMS } from './message.ts';

export type Recipient =
  /** Gets what this account may see, by mail. */
  | { readonly kind: 'account'; readonly account: string }
  /** Has no account: gets released aggregates alone. */
  | Target;

const MAX_ADDRESS = 254;
const ADDRESS = /^[^\s@"<>(),:;\\[\]]{1,64}@[a-z\d-]+(\.[a-z\d-]+)+$/i;
/** Of a machine of its own network too. */
const LOCAL_ADDRESS = /^[^\s@"<>(),:;\\[\]]{1,64}@[a-z\d-]+$/i;

export const isAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS && (ADDRESS.test(text) || LOCAL_ADDRESS.test(text));

/** One name for one recipient, in histories and for their unsubscription. */
export const recipientKey = (recipient: Recipient): string =>
  recipient.kind === 'account' ? recipient.account : nameOfTarget(recipient);

/**
 * A recipient as it is written: an account, an address, 'webhook:URL', 'slack:URL', 'teams:URL' or 'folder:NAME'. An address that
 * is the name of an account is this account. Returns why it is none.
 */
export function readRecipient(
  text: string,
  isAccount: (name: string) => boolean,
): Recipient | { readonly problem: string } {
  const given = text.trim();
  const [, kind = '', rest = ''] = /^(webhook|slack|teams|folder):(.+)$/s.exec(given) ?? [];
  if (kind === 'folder') return readFolder(rest);
  const form = WEBHOOK_FORMS.find(each => each === (kind === 'webhook' ? 'standard' : kind));
  if (form) {
    const url = URL.parse(rest);
    const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
    if (!isPlain) return { problem: `'${rest}' is no address of a webhook, such as https://…` };
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    return { kind: 'webhook', url: url.href, form, secret };
  }
  const name = accountName(given);
  if (isAccount(name)) return { kind: 'account', account: name };
  if (isAddress(given)) return { kind: 'mail', address: given.toLowerCase() };
  return {
    problem: `'${given}' is neither an account nor an e-mail address, webhook:URL, slack:URL, teams:URL or folder:NAME.`,
  };
}

/** One folder below the server's: paths would leave it. */
const readFolder = (name: string): Recipient | { readonly problem: string } =>
  /^[\w][\w .-]{0,99}$/.test(name) && !name.endsWith('.')
    ? { kind: 'folder', path: name }
    : { problem: `'${name}' is no name of a folder: use letters, digits, spaces, '.', '-', '_'.` };
