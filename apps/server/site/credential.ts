import type { Store } from '@tallyboard/server-store/store.ts';
import { SettingsError } from '../settings.ts';
import { decrypt, type EncryptedText, encrypt } from './secret-key.ts';

/** E-mail and API token (Cloud), or a personal access token without an e-mail (Data Center). */
export interface Credential {
  readonly email: string | null;
  readonly token: string;
}

/** Printable ASCII without spaces (header injection). */
export const isToken = (text: string): boolean => /^[!-~]{1,2048}$/.test(text);
export const isEmail = (text: string): boolean => /^[^\s:@]{1,200}@[^\s:@]{1,200}$/.test(text);

/** The credential of the environment. Throws SettingsError. */
export function readCredential(environment: NodeJS.ProcessEnv): Credential | null {
  const email = environment.TALLYBOARD_EMAIL?.trim() || null;
  const token = environment.TALLYBOARD_TOKEN?.trim() || null;
  if (token === null) {
    if (email === null) return null;
    throw new SettingsError('TALLYBOARD_EMAIL needs TALLYBOARD_TOKEN beside it.');
  }
  if (!isToken(token)) throw new SettingsError('TALLYBOARD_TOKEN is not a valid token.');
  if (email !== null && !isEmail(email)) {
    throw new SettingsError('TALLYBOARD_EMAIL is not an e-mail address.');
  }
  return { email, token };
}

export function authorization({ email, token }: Credential): string {
  if (email === null) return `Bearer ${token}`;
  return `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
}

/** Encodings of the credential to look for in replies. */
export function tracesOf(credential: Credential): readonly string[] {
  const { token } = credential;
  const sent = authorization(credential).split(' ')[1] ?? token;
  return [...new Set([token, sent, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)])];
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
