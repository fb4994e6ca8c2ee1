/** The rule of a site for figures on people. */
export type PeoplePolicy =
  | { readonly kind: 'all' }
  /** One's own row by name, everybody else in one row. */
  | { readonly kind: 'own-and-groups' }
  /** No figure on fewer people than that. */
  | { readonly kind: 'groups-of'; readonly people: number };

export type RestrictingPolicy = Exclude<PeoplePolicy, { readonly kind: 'all' }>;

export const DEFAULT_PEOPLE = 5;
export const MIN_PEOPLE = 2;
export const MAX_PEOPLE = 1000;

const ALL_PEOPLE: PeoplePolicy = { kind: 'all' };

/** In force while nobody knows which policy a site has. */
export const CAUTIOUS_POLICY: PeoplePolicy = { kind: 'own-and-groups' };

const NUMBER = /^groups-of(?::(\d{1,9}))?$/;

/** Null for a text that names no policy. */
export function readPeoplePolicy(text: string): PeoplePolicy | null {
  const written = text.trim();
  if (written === 'all' || written === 'own-and-groups') return { kind: written };
  const found = NUMBER.exec(written);
  if (!found) return null;
  const people = Number(found[1] ?? DEFAULT_PEOPLE);
  return people >= MIN_PEOPLE && people <= MAX_PEOPLE ? { kind: 'groups-of', people } : null;
}

/** The stored policy. A value that cannot be read was meant to restrict something: groups count then. */
export function parsePeoplePolicy(stored: unknown): PeoplePolicy {
  if (stored === undefined || stored === null || stored === '') return ALL_PEOPLE;
  const read = typeof stored === 'string' ? readPeoplePolicy(stored) : null;
  return read ?? { kind: 'groups-of', people: DEFAULT_PEOPLE };
}

export const writePeoplePolicy = (policy: PeoplePolicy): string =>
  policy.kind === 'groups-of' ? `groups-of:${policy.people}` : policy.kind;

/** A question must not name fewer people. */
export const fewestPeople = (policy: PeoplePolicy): number =>
  policy.kind === 'groups-of' ? policy.people : DEFAULT_PEOPLE;

export const POLICY_FORMAT = `'all', 'own-and-groups', or 'groups-of:N' with N from ${MIN_PEOPLE} to ${MAX_PEOPLE}, such as 'groups-of:${DEFAULT_PEOPLE}'`;
