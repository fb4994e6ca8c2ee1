import { DAY, dayText, onWorkday } from '../clock.ts';
import { noise, Random } from '../random.ts';
import { KINDS, PAYMENTS_PROCESS, type ProjectKind, SITE_PROJECT_ID } from './catalog.ts';
import type { Person } from './people.ts';
import { VOCABULARIES } from './phrases.ts';
import source from './projects.json' with { type: 'json' };
import { makeSprints } from './sprints.ts';

type Outline = (typeof source.projects)[number] & { kind: ProjectKind };

/** The projects that share the demo's issues, in the order of their ids. */
export const OUTLINES = source.projects as Outline[];
/** A team whose flow of work tells a story. */
export const PAYMENTS = source.payments as Outline;

/** History starts this many days before `asOf`. */
export const WINDOW_DAYS = 245;
/** The same for the Payments project. */
export const PAYMENTS_DAYS = 455;
/** Weeks from the start of its history until each release: one per quarter, the third five weeks late. */
const RELEASE_WEEKS = [13, 26, 44, 52, 67, 80];

/** Primary project of the n-th person of each twenty. */
const { primaryProjects: PLACES } = source;

export type VersionDef = ReturnType<typeof makeVersions>[number];
export type ProjectDef = ReturnType<typeof makeProjects>[number];

/** A release every four weeks: old ones archived, one overdue, three ahead. */
function makeVersions(index: number, asOfDay: number) {
  return Array.from({ length: 12 }, (_, n) => {
    // When it was or should be out.
    const day = onWorkday(asOfDay - WINDOW_DAYS + 24 + n * 28 + index * 2);
    const name =
      index === 1 ? `App ${3 + Math.floor(n / 4)}.${n % 4}` : `${2 + Math.floor(n / 6)}.${n % 6}`;
    const released = day + 28 < asOfDay;
    return { id: String(10100 + index * 20 + n), name, day, released, archived: n < 2 };
  });
}

function makeReleases(index: number, asOfDay: number) {
  return RELEASE_WEEKS.map((week, n) => {
    const day = onWorkday(asOfDay - PAYMENTS_DAYS + week * 7);
    const id = String(10100 + index * 20 + n);
    return { id, name: `Release ${n + 1}`, day, released: day < asOfDay, archived: false };
  });
}

export function makeProjects(
  outlines: readonly Outline[],
  seed: number,
  asOf: number,
  people: readonly Person[],
) {
  const asOfDay = Math.floor(asOf / DAY);
  return outlines.map(({ key, name, kind, labels, ...outline }, index) => {
    const isPayments = key === PAYMENTS.key;
    const process = isPayments ? PAYMENTS_PROCESS : KINDS[kind];
    const random = new Random(seed, 11, index);
    const id = key === 'SITE' ? SITE_PROJECT_ID : String(10000 + index);
    const { members, loads } = membersOf(key, index, people);
    const lead = members.find(person => person.leftDaysAgo === null && person.index > 0);
    const words = VOCABULARIES[key];
    if (!lead || !words) throw new Error(`The project ${key} is not complete`);
    const boardId = kind === 'desk' ? null : index + 1;
    return {
      id,
      index,
      key,
      name,
      kind,
      boardId,
      lead,
      members,
      loads,
      teams: outline.teams.map((team, n) => ({ id: teamId(index, n), name: team })),
      components: outline.components.map((component, n) => ({
        id: String(10200 + index * 10 + n),
        name: component,
      })),
      labels,
      versions: isPayments
        ? makeReleases(index, asOfDay)
        : kind === 'desk' || index === 5
          ? []
          : makeVersions(index, asOfDay),
      sprints: boardId ? makeSprints({ key, ...outline }, boardId, lead, asOf, random) : [],
      process,
      workflow: process.workflow,
      words,
      ref: {
        id,
        key,
        name,
        projectTypeKey: kind === 'desk' ? 'service_desk' : 'software',
        simplified: kind === 'team-managed',
      },
    };
  });
}

/** The members of a project, and their cumulative loads, which weight the random choice. */
function membersOf(projectKey: string, index: number, people: readonly Person[]) {
  const members: Person[] = [];
  const loads: number[] = [];
  for (const person of people) {
    const own = PLACES[person.index % PLACES.length] === projectKey;
    // The demo's user works in all projects but Payments, so that all 'my' reports have data.
    const guest =
      person.index === 0 ? projectKey !== PAYMENTS.key : noise(person.index, index + 1000) < 0.22;
    if (!own && !guest) continue;
    members.push(person);
    loads.push((loads.at(-1) ?? 0) + person.load * (own ? 1 : 0.25));
  }
  return { members, loads: Float64Array.from(loads) };
}

/** A random member, weighted by load. */
export function anyMember(random: Random, { members, loads, lead }: ProjectDef): Person {
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

function teamId(project: number, n: number): string {
  const digits = String(100 + project * 10 + n);
  return `7f3a${digits}0-5c2e-4b1d-9a6f-30c9e1${digits}000`.slice(0, 36);
}

export function versionDocument(version: VersionDef, projectId: string, asOf: number) {
  const { id, name, day, archived, released } = version;
  return {
    id,
    name,
    description: '',
    archived,
    released,
    releaseDate: dayText(day),
    ...(!released && { overdue: day < Math.floor(asOf / DAY) }),
    projectId: Number(projectId),
  };
}

/** The next release after a day, or null. */
export function versionFor(project: ProjectDef, day: number): VersionDef | null {
  return project.versions.find(version => version.day >= day) ?? null;
}
