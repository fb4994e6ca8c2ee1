import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { accountsIn } from '../sign-in/accounts.ts';
import { readSignIn } from '../sign-in/settings.ts';

/** An account with its rights of this moment, where no server runs; null if it is gone. It changes nothing. */
export async function storedVisitor(store: Store, account: string): Promise<Visitor | null> {
  const known = await store.accounts.get(account);
  const hasPassword =
    (await accountsIn(store).hashOf(account)) !== null ||
    readSignIn(process.env).account?.name === account;
  if (known?.issuer == null && !hasPassword) return null;
  const { name = account, issuer = null, subject = null } = known ?? {};
  const { groups = [], jiraAccountId = null } = known ?? {};
  return { account, name, signedIn: true, role: 'reader', issuer, subject, groups, jiraAccountId };
}
