import { type AccountChoice, isOfAccounts } from '../measure/accounts.ts';
import type { ReportContext } from '../model/context.ts';
import type { User } from '../model/user.ts';
import { NOBODY_ID } from './folded-user.ts';
import { fewestPeople } from './people-policy.ts';

/** The people whom a part of a question names. */
export interface NamedPeople {
  /** The clause or setting. */
  readonly field: string;
  /** Ids or names. */
  readonly names: readonly string[];
  /** Whether it names who asks, by a function. */
  readonly reader: boolean;
  /** Names of groups. */
  readonly groups: readonly string[];
}

type Restricted = NonNullable<ReportContext['people']>;

/** A question names fewer people than the policy of the site allows; the message says what to do. */
export class FewPeopleError extends Error {
  override readonly name = 'FewPeopleError';

  constructor({ policy }: Restricted, advice: string) {
    super(`On this site figures on people are for ${fewestPeople(policy)} or more: ${advice}`);
  }

  static named({ field }: NamedPeople, people: Restricted): FewPeopleError {
    const own =
      people.policy.kind === 'own-and-groups' ? ' or only yourself by currentUser(),' : '';
    return new FewPeopleError(
      people,
      `in '${field}' name at least ${fewestPeople(people.policy)} people who have issues,${own} or leave it out.`,
    );
  }
}

/** Whether so few are named that a figure on them is one on single people. How many a group has is unknown here. */
export function namesFew(
  { names, reader, groups }: NamedPeople,
  { policy, reader: own }: Restricted,
): boolean {
  const asked = policy.kind === 'own-and-groups' ? own : null;
  const isOwn = (name: string) =>
    asked !== null && (name === asked.id || name.toLowerCase() === asked.name.toLowerCase());
  const others = new Set(names.filter(name => !isOwn(name)).map(name => name.toLowerCase())).size;
  const count = others + (reader && asked === null ? 1 : 0);
  return count > 0 && groups.length === 0 && count < fewestPeople(policy);
}

/**
 * Refuses a choice of accounts that counts, or leaves out, so few people that its figures, or their difference to those of all,
 * are figures on single people. Agents and apps are none. Throws FewPeopleError.
 */
export function refuseFewAccounts(
  people: Restricted | undefined,
  choice: AccountChoice,
  users: Iterable<Pick<User, 'id' | 'accountType'>>,
): void {
  if (!people || choice === 'all') return;
  const { policy, reader } = people;
  const own = policy.kind === 'own-and-groups' ? reader?.id : undefined;
  const counted = new Set<string>();
  const others = new Set<string>();
  for (const user of users)
    if (user.accountType !== 'app' && user.id !== own && user.id !== NOBODY_ID)
      (isOfAccounts(user, choice) ? counted : others).add(user.id);
  const isFew = ({ size }: ReadonlySet<string>) => size > 0 && size < fewestPeople(policy);
  if (isFew(counted) || isFew(others))
    throw new FewPeopleError(
      people,
      'these accounts, or the others, are of fewer. Choose all accounts, or more issues.',
    );
}
