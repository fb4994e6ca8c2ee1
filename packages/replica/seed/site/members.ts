import { DAY } from '../clock.ts';
import { noise, type Random } from '../random.ts';
import type { Person } from './people.ts';
import source from './projects.json' with { type: 'json' };

/** Primary project of the n-th person of each twenty. */
const { primaryProjects: PLACES } = source;

/** Cumulative loads weight the random choice. */
interface Team {
  readonly lead: Person;
  readonly members: readonly Person[];
  readonly loads: Float64Array;
}

export function membersOf(projectKey: string, index: number, people: readonly Person[]) {
  const members: Person[] = [];
  const loads: number[] = [];
  const add = (person: Person, load: number) => {
    members.push(person);
    loads.push((loads.at(-1) ?? 0) + load);
  };
  for (const person of people) {
    // The demo's user works in every project, so that all 'my' reports have data.
    const own = PLACES[person.index % PLACES.length] === projectKey;
    const guest = person.index === 0 || noise(person.index, index + 1000) < 0.22;
    if (own) add(person, person.load);
    else if (guest) add(person, person.load * 0.25);
  }
  return { members, loads: Float64Array.from(loads) };
}

/** A random member at that time, weighted by load. */
export function memberAt(random: Random, project: Team, at: number, asOf: number): Person {
  for (let tries = 0; tries < 12; tries++) {
    const person = anyMember(random, project);
    if (person.leftDaysAgo === null || at < asOf - person.leftDaysAgo * DAY) return person;
  }
  return project.lead;
}

export function anyMember(random: Random, { members, loads, lead }: Team): Person {
  const wanted = random.next() * (loads.at(-1) ?? 0);
  let low = 0;
  let high = loads.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((loads[middle] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return members[low] ?? lead;
}
