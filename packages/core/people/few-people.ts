import type { ReportContext } from '../model/context.ts';
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

  constructor({ field }: NamedPeople, { policy }: Restricted) {
    const fewest = fewestPeople(policy);
    const own = policy.kind === 'own-and-groups' ? ' or only yourself by currentUser(),' : '';
    super(
      `On this site figures on people are for ${fewest} or more: in '${field}' name at least ${fewest} people who have issues,${own} or leave it out.`,
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
