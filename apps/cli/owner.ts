import type { Store } from '@tallyboard/server-store/store.ts';
import { accountName } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { CommandError, UsageError } from './command.ts';
import { namesOf } from './commands/account.ts';

/** The account that owns something new; null: it is everybody's. Throws UsageError where there are accounts and none is named. */
export async function ownerOf(
  store: Store,
  account: string | undefined,
  noun: string,
): Promise<string | null> {
  const names = await namesOf(store);
  if (account === undefined) {
    if (names.size === 0) return null;
    throw new UsageError(`Name the account that owns the ${noun}: --account.`);
  }
  const owner = accountName(account);
  if (!names.has(owner)) throw new CommandError(`There is no account '${owner}'.`);
  return owner;
}
