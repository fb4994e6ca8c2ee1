import type { Store } from '@tallyboard/server-store/store.ts';
import { removeReaderToken } from '../site/reader-tokens.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import { isPasswordHash, MIN_PASSWORD } from './password.ts';

const scope = 'sign-in account';
const GONE = 'The account that made it was removed.';
export const factorScope = 'second factor';

/** Account names ignore case and surrounding spaces. */
export const accountName = (text: string): string =>
  text.trim().normalize('NFKC').toLowerCase().slice(0, 200);

/** Safe in logs and headers. */
export const isAccountName = (text: string): boolean => /^[\w.@+-]{1,200}$/.test(text);

const EMAIL = /^[^@]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}$/;

/** A name in the audit: a long one that no account has may be a password in the wrong field. */
export function triedName(name: string, isKnown: boolean): string {
  if (isKnown) return name;
  if (!isAccountName(name)) return 'unknown';
  return name.length < MIN_PASSWORD || EMAIL.test(name) ? name : `${name.slice(0, 3)}…`;
}

/** Accounts with a password, in the store. */
export function accountsIn({
  properties,
  accessKeys,
  boardSets,
  pins,
  subscriptions,
  alerts,
}: Pick<Store, 'properties' | 'accessKeys' | 'boardSets' | 'pins' | 'subscriptions' | 'alerts'>) {
  const removeSecondFactor = (name: string): Promise<boolean> =>
    properties.delete(factorScope, name);
  return {
    async names(): Promise<string[]> {
      return (await properties.all(scope)).map(({ key }) => key);
    },
    async hashOf(name: string): Promise<string | null> {
      const value = (await properties.get(scope, name))?.value;
      return typeof value === 'string' && isPasswordHash(value) ? value : null;
    },
    async set(name: string, hash: string): Promise<void> {
      await properties.set(scope, name, hash);
    },
    async remove(name: string): Promise<boolean> {
      await removeSecondFactor(name);
      await removeReaderToken({ properties }, name);
      // Whoever gets the name next must not get its keys.
      for (const { id } of await accessKeys.of(name)) await accessKeys.revoke(id, Date.now());
      // Gadgets and saved reports go on with their copies.
      await boardSets.removeOf(name);
      await pins.disown(name);
      await alerts.removeOf(name);
      for (const one of await subscriptions.all())
        if (one.owner === name && one.state !== 'ended')
          await endSubscription({ subscriptions }, one, GONE, Date.now());
      return properties.delete(scope, name);
    },
    removeSecondFactor,
  };
}
