import type { User } from '../model/user.ts';

type Account = Pick<User, 'accountType'>;

/** Whose work counts. `without-agents` has accounts of unknown type too, and what is assigned to nobody. */
export const ACCOUNT_CHOICES = ['all', 'people', 'agents', 'customers', 'without-agents'] as const;
export type AccountChoice = (typeof ACCOUNT_CHOICES)[number];

/** Never counts an account of unknown type as a person's. */
export function isOfAccounts(user: Account | null, choice: AccountChoice): boolean {
  const type = user?.accountType ?? null;
  switch (choice) {
    case 'all':
      return true;
    case 'people':
      return type === 'atlassian';
    case 'agents':
      return type === 'app';
    case 'customers':
      return type === 'customer';
    case 'without-agents':
      return type !== 'app';
  }
}

/** The choice depends on a type that is not known. */
export const isUnknownAccount = (user: Account | null, choice: AccountChoice): boolean =>
  choice !== 'all' && user !== null && user.accountType === null;
