/** People whom a policy puts together: each has an object of its own, all have the same id and name. */
import type { UserId } from '../model/ids.ts';
import type { User } from '../model/user.ts';

/** The name of that many people together, and of agents and other apps with them. */
export type PeopleWords = (people: number, withAgents: boolean) => string;

interface Folded {
  readonly original: User;
  readonly words: PeopleWords;
}

const PREFIX = 'people-';

/** The id of the group of folded people in a role. */
export const foldedId = (role: string): UserId => `${PREFIX}${role}` as UserId;

export const isFoldedId = (id: string): boolean => id.startsWith(PREFIX);

/** Beside the objects, so that no result can carry an original along. */
const FOLDED = new WeakMap<object, Folded>();

export function foldedUser(folded: User, original: User, words: PeopleWords): User {
  FOLDED.set(folded, { original, words });
  return folded;
}

/** For filters by a name and for counts; never for what is shown. */
export const originalOf = (user: User): User => FOLDED.get(user)?.original ?? user;

/** Those of history, who have an id and a name alone. */
const ORIGINAL_IDS = new WeakMap<object, string>();

/** A person of a history; the id of nobody is null. */
export function foldedPerson<Person extends Pick<User, 'id' | 'name'>>(
  person: Person,
  originalId: string | null,
): Pick<User, 'id' | 'name'> {
  const folded = { id: person.id, name: person.name };
  ORIGINAL_IDS.set(folded, originalId ?? NOBODY_ID);
  return folded;
}

/** The id of a user or of a person of a history before people were put together; for counts, never for what is shown. */
export const originalIdOf = (person: Pick<User, 'id'>): string =>
  ORIGINAL_IDS.get(person) ?? FOLDED.get(person)?.original.id ?? person.id;

/** An agent or another app is no person; an account of an unknown type is one. */
export const isPerson = ({ accountType }: Pick<User, 'accountType'>): boolean =>
  accountType !== 'app';

/** How many people the users are. */
export const countPeople = (users: Iterable<User>): number =>
  new Set(Array.from(users, originalOf).flatMap(user => (isPerson(user) ? user.id : []))).size;

/** The name of a group of folded people; null for a group of one who is shown by name. */
export function foldedName(users: readonly User[]): string | null {
  const words = users[0] && FOLDED.get(users[0])?.words;
  if (!words) return null;
  const all = users.map(originalOf).filter(({ id }) => id !== NOBODY_ID);
  return words(countPeople(all), !all.every(isPerson));
}

/** Stands for a missing value where it is folded with the people. */
export const NOBODY_ID = '';
