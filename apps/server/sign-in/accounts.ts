import type { Store } from '@tallyboard/replica/store/store.ts';
import { isPasswordHash } from './password.ts';

const scope = 'sign-in account';

/** Account names ignore case and surrounding spaces. */
export const accountName = (text: string): string =>
  text.trim().normalize('NFKC').toLowerCase().slice(0, 200);

/** Safe in logs and headers. */
export const isAccountName = (text: string): boolean => /^[\w.@+-]{1,200}$/.test(text);

/** Accounts with a password, in the store. */
export function accountsIn(
  store: Pick<Store, 'properties' | 'property' | 'setProperty' | 'deleteProperty'>,
) {
  return {
    async names(): Promise<string[]> {
      return (await store.properties(scope)).map(({ key }) => key);
    },
    async hashOf(name: string): Promise<string | null> {
      const value = (await store.property(scope, name))?.value;
      return typeof value === 'string' && isPasswordHash(value) ? value : null;
    },
    async set(name: string, hash: string): Promise<void> {
      await store.setProperty(scope, name, hash);
    },
    remove: (name: string): Promise<boolean> => store.deleteProperty(scope, name),
  };
}
