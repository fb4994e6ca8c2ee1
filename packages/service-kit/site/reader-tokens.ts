import { hkdfSync } from 'node:crypto';
import { TOKEN_ANSWERS } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Credential } from './credential.ts';
import { decrypt, type EncryptedText, encrypt } from './secret-key.ts';

const SCOPE = 'jira token';

interface StoredToken {
  readonly sealed: EncryptedText;
  /** The owner in Jira, as Jira says. */
  readonly jiraAccountId: string;
  /** Address of the Jira. */
  readonly site: string;
  readonly givenMs: number;
}

export interface ReaderToken extends StoredToken {
  readonly account: string;
}

type Properties = Pick<Store, 'properties'>;

/** The readers' own tokens of the mirrored Jira, encrypted in the store. */
export function readerTokens({ properties }: Properties, key: () => Buffer) {
  const ownKey = () => Buffer.from(hkdfSync('sha256', key(), '', SCOPE, 32));
  /** A token that is copied to another account, person or site cannot be decrypted there. */
  const purposeOf = ({ account, jiraAccountId, site }: Omit<ReaderToken, 'sealed' | 'givenMs'>) =>
    JSON.stringify([SCOPE, account, jiraAccountId, site]);
  return {
    async all(): Promise<ReaderToken[]> {
      const stored = await properties.all(SCOPE);
      return stored.map(({ key: account, value }) => ({ account, ...(value as StoredToken) }));
    },
    get: (account: string) => storedToken({ properties }, account),
    /** Null if it was encrypted with another key. Throws SettingsError without a key. */
    open(token: ReaderToken): Credential | null {
      const text = decrypt(ownKey(), token.sealed, purposeOf(token));
      return text === null ? null : (JSON.parse(text) as Credential);
    },
    /** Replaces an earlier one. */
    async give(token: Omit<ReaderToken, 'sealed'>, credential: Credential): Promise<void> {
      const { account, ...rest } = token;
      const sealed = encrypt(ownKey(), JSON.stringify(credential), purposeOf(token));
      await properties.set(SCOPE, account, { ...rest, sealed });
      await properties.delete(TOKEN_ANSWERS, token.jiraAccountId);
    },
  };
}

async function storedToken({ properties }: Properties, account: string) {
  const stored = await properties.get(SCOPE, account);
  return stored && ({ account, ...(stored.value as StoredToken) } satisfies ReaderToken);
}

/** Removes a reader's token, and what Jira answered to it. Returns whether there was one. */
export async function removeReaderToken(store: Properties, account: string): Promise<boolean> {
  const token = await storedToken(store, account);
  if (!token) return false;
  await store.properties.delete(TOKEN_ANSWERS, token.jiraAccountId);
  return store.properties.delete(SCOPE, account);
}
