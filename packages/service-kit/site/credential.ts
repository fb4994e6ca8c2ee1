import type { Store } from '@tallyboard/server-store/store.ts';
import { SettingsError } from '../settings.ts';
import { decrypt, type EncryptedText, encrypt } from './secret-key.ts';

/** E-mail and API token (Cloud), or a personal access token without an e-mail (Data Center). */
export interface Credential {
  readonly email: string | null;
  readonly token: string;
}

/** Tokens of Jira are longer. Each reply is searched for the token, which shorter texts would match by chance. */
const MIN_LENGTH = 16;

/** Why a text is not used as a token; null if it is. Printable ASCII without spaces (header injection). */
export function tokenProblem(text: string): string | null {
  if (!/^[!-~]{1,2048}$/.test(text)) return 'A token is one word without spaces.';
  if (text.length >= MIN_LENGTH) return null;
  return `A token of Jira has ${MIN_LENGTH} characters at least, and this one has ${text.length}. Is it a password, or cut?`;
}

export const isEmail = (text: string): boolean => /^[^\s:@]{1,200}@[^\s:@]{1,200}$/.test(text);

/** The credential of the environment. Throws SettingsError. */
export function readCredential(environment: NodeJS.ProcessEnv): Credential | null {
  const email = environment.TALLYBOARD_EMAIL?.trim() || null;
  const token = environment.TALLYBOARD_TOKEN?.trim() || null;
  if (token === null) {
    if (email === null) return null;
    throw new SettingsError('TALLYBOARD_EMAIL needs TALLYBOARD_TOKEN beside it.');
  }
  const problem = tokenProblem(token);
  if (problem !== null) throw new SettingsError(`TALLYBOARD_TOKEN: ${problem}`);
  if (email !== null && !isEmail(email)) {
    throw new SettingsError('TALLYBOARD_EMAIL is not an e-mail address.');
  }
  return { email, token };
}

export function authorization({ email, token }: Credential): string {
  if (email === null) return `Bearer ${token}`;
  return `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
}

/** Whether bytes contain the credential, also escaped, as hexadecimal digits, or within base64. */
export function reveals(bytes: Buffer, credential: Credential): boolean {
  const { token } = credential;
  const sent = authorization(credential).split(' ')[1] ?? token;
  const hex = Buffer.from(token).toString('hex');
  const base64 = [0, 1, 2].map(shift => withinBase64(token, shift));
  const base64url = base64.map(text => text.replaceAll('+', '-').replaceAll('/', '_'));
  const needles = [token, sent, hex, hex.toUpperCase(), ...base64, ...base64url];
  if (needles.some(needle => bytes.includes(needle))) return true;
  return new RegExp(Array.from(token, escapesOf).join(''), 'i').test(bytes.toString('latin1'));
}

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** A pattern of the escapes of a character in JSON, URLs and HTML, also within one another. */
function escapesOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const named = NAMED[character] === undefined ? '' : `|&${NAMED[character]};`;
  return `(?:\\\\*${character.replace(/\W/g, '\\$&')}|\\\\+u00${hex}|%(?:25)*${hex}|&#x0*${hex};|&#0*${code};${named})`;
}

/** The base64 characters that depend on the token only, when it begins `shift` bytes after a group of three. */
function withinBase64(token: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(token)]);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  return whole.slice(Math.ceil((shift * 4) / 3), bytes.length % 3 === 0 ? undefined : -1);
}

const scope = 'credential';

/** The credential of a site, encrypted in the store. */
export function credentialsIn(store: Store, key: Buffer, site: string) {
  const purpose = `credential of ${site}`;
  return {
    /** Throws SettingsError when it was encrypted with another key. */
    async load(): Promise<Credential | null> {
      const stored = (await store.properties.get(scope, site))?.value;
      if (!stored) return null;
      const text = decrypt(key, stored as EncryptedText, purpose);
      if (text !== null) return JSON.parse(text) as Credential;
      throw new SettingsError(
        `The stored credential of ${site} cannot be read with this key. Bring the old key back, or start once with --new-credential.`,
      );
    },
    async save(credential: Credential): Promise<void> {
      await store.properties.set(scope, site, encrypt(key, JSON.stringify(credential), purpose));
    },
    async forget(): Promise<void> {
      await store.properties.delete(scope, site);
    },
  };
}

export type StoredCredentials = ReturnType<typeof credentialsIn>;
