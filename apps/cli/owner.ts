import type { Store } from '@tallyboard/server-store/store.ts';
import { UsageError } from './command.ts';
import { knownAccount, namesOf } from './commands/account.ts';

/** The account that owns something new; null: it is everybody's. Throws UsageError where there are accounts and none is named. */
export async function ownerOf(
  store: Store,
  account: string | undefined,
  noun: string,
): Promise<string | null> {
  if (account !== undefined) return knownAccount(store, account);
  if ((await namesOf(store)).size === 0) return null;
  throw new UsageError(`Name the account that owns the ${noun}: --account.`);
}
