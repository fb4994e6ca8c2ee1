/** Exceptions from the policy of figures on people: who is not restricted by it, why, and until which day. */
import { dayText, parseDay } from '../time/day.ts';
import { DAY, type Day, type Instant } from '../time/units.ts';

export interface PeopleException {
  /**
   * A role: 'role:admin', 'role:editor' or 'role:reader' of an account of this server, 'group:NAME', or 'project-role:NAME', which
   * holds for figures of projects in which the reader has it.
   */
  readonly who: string;
  readonly reason: string;
  /** The last day, in UTC. */
  readonly until: Day;
}

export const MAX_EXCEPTIONS = 20;
const MAX_REASON = 200;

const WHO = /^(?:role:(?:admin|editor|reader)|(?:group|project-role):\S(?:.{0,253}\S)?)$/;

/** The exception of a stored value, or what is wrong with it in a sentence. */
export function readPeopleException(
  stored: unknown,
):
  | { readonly exception: PeopleException }
  | { readonly field: keyof PeopleException; readonly problem: string } {
  const { who, reason, until } = Object(stored) as Readonly<Record<string, unknown>>;
  const textIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  if (!WHO.test(textIn(who)))
    return {
      field: 'who',
      problem: 'Enter group:NAME, project-role:NAME, role:admin, role:editor or role:reader.',
    };
  if (textIn(reason) === '' || textIn(reason).length > MAX_REASON)
    return { field: 'reason', problem: `Enter the reason in at most ${MAX_REASON} characters.` };
  const day = parseDay(textIn(until));
  if (day === null) return { field: 'until', problem: 'Enter the last day, such as 2027-03-31.' };
  return { exception: { who: textIn(who), reason: textIn(reason), until: day } };
}

/** The stored exceptions. One that cannot be read is none: it would lift a restriction. */
export const parsePeopleExceptions = (stored: unknown): readonly PeopleException[] =>
  (Array.isArray(stored) ? stored : []).slice(0, MAX_EXCEPTIONS).flatMap((each: unknown) => {
    const read = readPeopleException(each);
    return 'exception' in read ? [read.exception] : [];
  });

export const storedException = ({ who, reason, until }: PeopleException) => ({
  who,
  reason,
  until: dayText(until),
});

export const exceptionsInForce = (
  exceptions: readonly PeopleException[],
  now: Instant,
): readonly PeopleException[] => exceptions.filter(({ until }) => now < (until + 1) * DAY);

/** The exception in force for one of the roles, that which ends last; null without any. */
export const exceptionOf = (
  exceptions: readonly PeopleException[],
  roles: readonly string[],
  now: Instant,
): PeopleException | null =>
  exceptionsInForce(exceptions, now)
    .filter(({ who }) => roles.includes(who))
    .toSorted((a, b) => b.until - a.until)[0] ?? null;

const PROJECT_ROLE = 'project-role:';

/** Names of the project roles that exceptions are for. */
export const projectRolesIn = (exceptions: readonly PeopleException[]): readonly string[] =>
  exceptions.flatMap(({ who }) =>
    who.startsWith(PROJECT_ROLE) ? [who.slice(PROJECT_ROLE.length)] : [],
  );

/** Ids of projects by names of roles. */
export type ProjectRoles = Readonly<Record<string, readonly string[]>>;

/** For each exception in force for a project role of the reader: the ids of the projects in which the reader has the role. */
export const projectsExcepted = (
  exceptions: readonly PeopleException[],
  roles: ProjectRoles,
  now: Instant,
): readonly (readonly string[])[] =>
  exceptionsInForce(exceptions, now).flatMap(({ who }) => {
    const name = who.startsWith(PROJECT_ROLE) ? who.slice(PROJECT_ROLE.length) : null;
    return name !== null && Object.hasOwn(roles, name) ? [roles[name] ?? []] : [];
  });

const ROLES: Readonly<Record<string, string>> = {
  'role:admin': 'Administrators',
  'role:editor': 'Editors',
  'role:reader': 'Readers',
};

/** "Members of 'hr' see figures on people by name until March 31, 2027: works council agreement 12." */
export function exceptionText(
  { who, reason, until }: PeopleException,
  day: (day: Day) => string,
): string {
  const end = /[.!?]$/.test(reason) ? '' : '.';
  const rest = `until ${day(until)}: ${reason}${end}`;
  if (who.startsWith(PROJECT_ROLE))
    return `On a server over a mirror, who has the project role '${who.slice(PROJECT_ROLE.length)}' in every project of a figure sees people in it by name ${rest}`;
  const name = ROLES[who] ?? `Members of '${who.slice('group:'.length)}'`;
  return `${name} see figures on people by name ${rest}`;
}
