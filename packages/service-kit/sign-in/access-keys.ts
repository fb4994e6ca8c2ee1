import { backgroundWrites } from '@tallyboard/database/background-writes.ts';
import {
  AGGREGATE_SCOPES,
  KEY_SCOPES,
  type KeyScope,
} from '@tallyboard/replica/rest/call-rights.ts';
import type { AccessKey, AccessKeyStore } from '@tallyboard/server-store/access-keys.ts';
import { hashOf, isSameHash, newSecretText, secretIdOf, secretPattern } from './secret-text.ts';

const DAY_MS = 24 * 3_600_000;
export const MAX_DAYS = 365;
/** How long a key that has expired or was revoked is known as such. */
const REMEMBERED_MS = 90 * DAY_MS;
/** Resolution of the last use, so that not every request writes. */
const NOTE_EVERY_MS = 60_000;

/** A key in a text. */
export const KEY_PATTERN = secretPattern('tb_');

/** The part of a key that names it; null unless the text is a key, typed without a mistake. */
export const keyIdOf = (text: string): string | null => secretIdOf('tb_', text);

export type KeyRequest = Pick<
  AccessKey,
  'owner' | 'name' | 'scopes' | 'jqlFilter' | 'aggregateOnly'
> & {
  /** Until it expires, 1 to `MAX_DAYS`. */
  readonly days: number;
};

/** Why a key is refused, as its user reads it. */
export interface KeyRefusal {
  readonly refusal: string;
}

/** Personal access keys: made once, stored as hashes, looked up at each use so that a revoked one ends on all servers at once. */
export function accessKeysIn(store: AccessKeyStore, now: () => number) {
  const inBackground = backgroundWrites();
  return {
    /** Returns the key, which cannot be read again. */
    async make({ days, ...request }: KeyRequest): Promise<{ text: string; key: AccessKey }> {
      const { id, text } = newSecretText('tb_');
      const createdMs = now();
      const key = {
        ...request,
        id,
        hash: hashOf(text),
        createdMs,
        expiresMs: createdMs + days * DAY_MS,
        usedMs: null,
        revokedMs: null,
      };
      await store.add(key);
      return { text, key };
    },

    async check(text: string): Promise<AccessKey | KeyRefusal> {
      const id = keyIdOf(text);
      if (id === null) return { refusal: 'This is not a whole access key: copy it again.' };
      const key = await store.get(id);
      if (!key || !isSameHash(key.hash, hashOf(text)))
        return { refusal: `The access key tb_${id} is not known here.` };
      if (key.revokedMs !== null)
        return { refusal: `The access key '${key.name}' (tb_${id}) was revoked.` };
      const at = now();
      if (at >= key.expiresMs) {
        const day = new Date(key.expiresMs).toISOString().slice(0, 10);
        return { refusal: `The access key '${key.name}' (tb_${id}) expired on ${day}.` };
      }
      if (Math.abs(at - (key.usedMs ?? 0)) > NOTE_EVERY_MS)
        inBackground(id, () => store.touch(id, at));
      return key;
    },

    of: store.of,
    all: store.all,
    get: store.get,
    revoke: (id: string): Promise<boolean> => store.revoke(id, now()),
    clean: (): Promise<void> => store.removeExpiredBefore(now() - REMEMBERED_MS),
  };
}

export type AccessKeys = ReturnType<typeof accessKeysIn>;

/** How its reader knows the members of a request, and the scopes. */
export interface KeyRequestWords {
  readonly name: string;
  readonly scopes: string;
  readonly jqlFilter: string;
  readonly aggregateOnly: string;
  readonly days: string;
  readonly scopeLabel: (scope: KeyScope) => string;
}

const JSON_WORDS: KeyRequestWords = {
  name: 'name',
  scopes: 'scopes',
  jqlFilter: 'jqlFilter',
  aggregateOnly: 'aggregateOnly',
  days: 'days',
  scopeLabel: scope => scope,
};

/** A request for a key as somebody wrote it; why it cannot be. `isProxy`: in front of a Jira, which knows no JQL filters of keys. */
export function readKeyRequest(
  given: Readonly<Record<string, unknown>>,
  isProxy: boolean,
  words: KeyRequestWords = JSON_WORDS,
): Omit<KeyRequest, 'owner'> | string {
  const { name = '', scopes = [], aggregateOnly = false, days = 90 } = given;
  // `fence` is the earlier name.
  const { fence = null, jqlFilter = fence } = given;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 100)
    return `${words.name}: give the key a name of at most 100 characters, such as the program that uses it.`;
  const asked = Array.isArray(scopes) ? scopes : [];
  const known = KEY_SCOPES.filter(scope => asked.includes(scope));
  if (known.length === 0 || asked.some(scope => !KEY_SCOPES.includes(scope)))
    return `${words.scopes}: one or more of ${KEY_SCOPES.map(words.scopeLabel).join(', ')}.`;
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MAX_DAYS)
    return `${words.days}: a whole number from 1 to ${MAX_DAYS}.`;
  if (typeof aggregateOnly !== 'boolean') return `${words.aggregateOnly}: true or false.`;
  if (jqlFilter !== null && typeof jqlFilter !== 'string')
    return `${words.jqlFilter}: a query in JQL.`;
  const query = jqlFilter?.trim() || null;
  const isLimited = query !== null || aggregateOnly;
  if (query !== null && isProxy)
    return `${words.jqlFilter}: not in front of a Jira, which shows all that the owner of the server's token may see.`;
  // A subscription sends by all rights of the owner.
  const whole = known.find(scope => scope === 'admin' || scope === 'schedules');
  if (isLimited && whole !== undefined)
    return `${words.scopes}: '${words.scopeLabel(whole)}' goes with neither '${words.jqlFilter}' nor '${words.aggregateOnly}'.`;
  const extra = known.find(scope => aggregateOnly && !AGGREGATE_SCOPES.has(scope));
  if (extra !== undefined)
    return `${words.scopes}: a key with '${words.aggregateOnly}' cannot have '${words.scopeLabel(extra)}'.`;
  return { name: name.trim(), scopes: known, jqlFilter: query, aggregateOnly, days };
}
