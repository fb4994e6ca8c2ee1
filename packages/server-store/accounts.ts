import { createHash } from 'node:crypto';
import { find } from '@tallyboard/database/query.ts';
import type { Role } from '@tallyboard/replica/rest/visitor.ts';
import type { ServerDb, ServerTables } from './tables.ts';

/** A person who may sign in or has signed in. */
export interface Account {
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Set by an administrator; null: by groups, else the default. */
  readonly role: Role | null;
  /** Issuer of OpenID Connect; null for a password. */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly groups: readonly string[];
  readonly jiraAccountId: string | null;
}

/** A person as the OpenID provider describes them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  readonly groups: readonly string[];
  /** The user of Jira, if the provider names one. */
  readonly jiraAccountId: string | null;
}

export type AccountStore = ReturnType<typeof accountStore>;

/** Accounts, shared by every process over one database. */
export function accountStore(db: ServerDb) {
  const accountsWith = async (condition: Partial<ServerTables['accounts']>) =>
    (await find({ db }, 'accounts', condition, 'id')).map(accountOf);

  async function save(account: Account): Promise<Account> {
    const { id, jiraAccountId, groups, ...rest } = account;
    const row = { ...rest, jira: jiraAccountId, groups: JSON.stringify(groups) };
    await db
      .insertInto('accounts')
      .values({ id, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute();
    return account;
  }

  async function get(id: string): Promise<Account | null> {
    return (await accountsWith({ id }))[0] ?? null;
  }

  return {
    get,
    all: () => accountsWith({}),
    /** Account of a person who has signed in; null for others. */
    ofPerson: async (issuer: string, subject: string): Promise<Account | null> =>
      (await accountsWith({ issuer, subject }))[0] ?? null,
    /** Changes members of an account, which need not exist. */
    async change(id: string, change: Partial<Omit<Account, 'id'>>): Promise<Account> {
      return save({ ...((await get(id)) ?? newAccount(id)), ...change });
    },
    /**
     * The account of a person, by issuer and subject, linked to the user of Jira that the provider names. A new one is named by the e-mail address unless somebody else has
     * that name: the new owner of a reused address must not get the dashboards of the former one.
     */
    async signIn(
      { issuer, subject, email, name, groups, jiraAccountId }: Identity,
      isTaken: (id: string) => Promise<boolean>,
    ): Promise<Account> {
      const [known] = await accountsWith({ issuer, subject });
      const linked = jiraAccountId === null ? {} : { jiraAccountId };
      if (known) return save({ ...known, name, groups, ...linked });
      const taken = (await get(email)) !== null || (await isTaken(email));
      const hash = createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 8);
      const id = taken ? `${email}-${hash}` : email;
      return save({ ...newAccount(id), issuer, subject, name, groups, ...linked });
    },
  };
}

const newAccount = (id: string): Account => ({
  id,
  name: id,
  role: null,
  issuer: null,
  subject: null,
  groups: [],
  jiraAccountId: null,
});

const accountOf = ({ jira, groups, role, ...rest }: ServerTables['accounts']): Account => ({
  ...rest,
  role: role as Role | null,
  groups: JSON.parse(groups),
  jiraAccountId: jira,
});
