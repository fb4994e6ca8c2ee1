import type { Store } from '@tallyboard/replica/store/store.ts';
import { SettingsError } from '../settings.ts';
import { decrypt, type EncryptedText, encrypt } from './secret-key.ts';

/** How this server signs in to Jira: e-mail and API token (Cloud), or a personal access token alone (Data Center). */
export interface Credential {
  readonly email: string | null;
  readonly token: string;
}

/** A token is one word; anything else could not be sent, or would send a header of its own. */
export const isToken = (text: string): boolean => /^[!-~]{1,2048}$/.test(text);
export const isEmail = (text: string): boolean => /^[^\s:@]{1,200}@[^\s:@]{1,200}$/.test(text);

/** The credential of the environment; null when there is none. Throws SettingsError. */
export function readCredential(environment: NodeJS.ProcessEnv): Credential | null {
  const email = environment.TALLYBOARD_EMAIL?.trim() || null;
  const token = environment.TALLYBOARD_TOKEN?.trim() || null;
  if (token === null) {
    if (email === null) return null;
    throw new SettingsError('TALLYBOARD_EMAIL needs TALLYBOARD_TOKEN beside it.');
  }
  if (!isToken(token)) throw new SettingsError('TALLYBOARD_TOKEN is no token.');
  if (email !== null && !isEmail(email)) {
    throw new SettingsError('TALLYBOARD_EMAIL is no e-mail address.');
  }
  return { email, token };
}

export function authorization({ email, token }: Credential): string {
  if (email === null) return `Bearer ${token}`;
  return `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
}

/** Every form in which a credential could show up in a text. */
export function tracesOf(credential: Credential): readonly string[] {
  const { token } = credential;
  const sent = authorization(credential).split(' ')[1] ?? token;
  return [...new Set([token, sent, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)])];
}

const scope = 'credential';

/** The credential of a site in a store, which holds it encrypted. */
export function credentialsIn(store: Store, key: Buffer, site: string) {
  const purpose = `credential of ${site}`;
  return {
    /** Throws SettingsError when what is stored was encrypted with another key. */
    async load(): Promise<Credential | null> {
      const stored = (await store.property(scope, site))?.value;
      if (!stored) return null;
      const text = decrypt(key, stored as EncryptedText, purpose);
      if (text !== null) return JSON.parse(text) as Credential;
      throw new SettingsError(
        `The stored credential of ${site} cannot be read with this key. Bring the old key back, or start once with --new-credential.`,
      );
    },
    async save(credential: Credential): Promise<void> {
      await store.setProperty(scope, site, encrypt(key, JSON.stringify(credential), purpose));
    },
    async forget(): Promise<void> {
      await store.deleteProperty(scope, site);
    },
  };
}

export type StoredCredentials = ReturnType<typeof credentialsIn>;
