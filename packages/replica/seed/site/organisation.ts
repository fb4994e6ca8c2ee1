import { DAY, dayText, onWorkday } from '../clock.ts';
import { noise, Random } from '../random.ts';
import {
  INITIATIVES_PROCESS,
  KINDS,
  PAYMENTS_PROCESS,
  type ProjectKind,
  SITE_PROJECT_ID,
} from './catalog.ts';
import { headcount, type Person } from './people.ts';
import { VOCABULARIES } from './phrases.ts';
import source from './projects.json' with { type: 'json' };
import { makeSprints } from './sprints.ts';

type Outline = (typeof source.projects)[number] & {
  kind: ProjectKind;
  /** Key of the project whose words and permissions a regional project has. */
  model?: string;
};

/** The projects that share the demo's issues, in the order of their ids. */
export const OUTLINES: readonly Outline[] = source.projects as Outline[];
/** A team whose flow of work tells a story. */
export const PAYMENTS = source.payments as Outline;
/** Initiatives above epics. */
export const DEPOTS = source.depots as Outline;
/** A service desk in German, with an agent and customers. */
export const GERMAN_DESK = source.germanDesk as Outline;

/** Beyond this size regional projects take the further issues, so that each project has a few thousand. */
const MAX_SIZE_WITHOUT_REGIONS = 15_000;
const ISSUES_PER_REGIONAL_PROJECT = 2500;

/** People who work in the central projects. */
const CENTRAL_PEOPLE = headcount(MAX_SIZE_WITHOUT_REGIONS);

/** For each port, projects like some of the first ones. */
const REGIONAL = source.ports.flatMap(([code, port]) =>
  OUTLINES.filter(({ key }) => source.regionalKeys.includes(key)).map(
    (model): Outline => ({
      ...model,
      model: model.key,
      key: `${model.key}${code}`,
      name: `${model.name} ${port}`,
    }),
  ),
);

/** The largest demo for which there are ports enough. */
export const MAX_DEMO_SIZE = 1_000_000;

/** The projects that share the issues of a demo, and how many each has. */
export function outlinesOf(size: number): { outline: Outline; issues: number }[] {
  const central = Math.min(size, MAX_SIZE_WITHOUT_REGIONS);
  const further = size - central;
  const regional = REGIONAL.slice(0, Math.ceil(further / ISSUES_PER_REGIONAL_PROJECT));
  // Projects of one kind differ in size.
  const weights = regional.map(({ share }, n) => share * (0.5 + noise(n, 5)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return [
    ...divide(
      central,
      OUTLINES.map(outline => ({ outline, share: outline.share })),
    ),
    ...divide(
      further,
      regional.map((outline, n) => ({ outline, share: (weights[n] ?? 0) / total })),
    ),
  ];
}

/** Divides issues by shares; the last project gets what rounding has left. */
function divide(issues: number, parts: readonly { outline: Outline; share: number }[]) {
  let left = issues;
  return parts.map(({ outline, share }, n) => {
    const isLast = n === parts.length - 1;
    const own = isLast ? left : Math.min(left, Math.round(issues * share));
    left -= own;
    return { outline, issues: own };
  });
}

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
    const day = onWorkday(asOfDay - WINDOW_DAYS + 24 + n * 28 + (index % 7) * 2);
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
  staff: ReadonlyMap<string, readonly Person[]>,
) {
  const asOfDay = Math.floor(asOf / DAY);
  const regionalCount = outlines.filter(({ model }) => model !== undefined).length;
  return outlines.map(({ key, name, kind, labels, model = key, ...outline }, index) => {
    const isPayments = key === PAYMENTS.key;
    const hasInitiatives = key === DEPOTS.key;
    const process = isPayments
      ? PAYMENTS_PROCESS
      : hasInitiatives
        ? INITIATIVES_PROCESS
        : KINDS[kind];
    const random = new Random(seed, 11, index);
    const id = key === 'SITE' ? SITE_PROJECT_ID : String(10000 + index);
    const own = staff.get(key);
    const { members, loads } = own
      ? staffOf(own)
      : model === key
        ? membersOf(key, index, people)
        : regionalMembersOf(index, regionalCount, people);
    const lead = members.find(person => person.leftDaysAgo === null && person.index > 0);
    const words = VOCABULARIES[model];
    if (!lead || !words) throw new Error(`The project ${key} is not complete`);
    const boardId = kind === 'desk' || hasInitiatives ? null : index + 1;
    return {
      id,
      index,
      key,
      name,
      kind,
      model,
      boardId,
      lead,
      members,
      loads,
      agent: own?.find(({ accountType }) => accountType === 'app') ?? null,
      customers: own?.filter(({ accountType }) => accountType === 'customer') ?? [],
      teams: outline.teams.map((team, n) => ({ id: teamId(index, n), name: team })),
      components: outline.components.map((component, n) => ({
        id: String(10200 + index * 10 + n),
        name: component,
      })),
      labels,
      versions: isPayments
        ? makeReleases(index, asOfDay)
        : kind === 'desk' || hasInitiatives || index === 5
          ? []
          : makeVersions(index, asOfDay),
      sprints: boardId ? makeSprints({ key, words, ...outline }, boardId, lead, asOf, random) : [],
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

/** The people of a project with its own staff. */
function staffOf(staff: readonly Person[]) {
  const members = staff.filter(({ accountType }) => accountType === 'atlassian');
  return { members, loads: Float64Array.from(members, (_, n) => n + 1) };
}

/** The members of a central project, and their cumulative loads, which weight the random choice. */
function membersOf(projectKey: string, index: number, people: readonly Person[]) {
  const members: Person[] = [];
  const loads: number[] = [];
  for (const person of people.slice(0, CENTRAL_PEOPLE)) {
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

/** The same for a regional project: its own people, and those of the next one as guests. */
function regionalMembersOf(n: number, count: number, people: readonly Person[]) {
  const members: Person[] = [];
  const loads: number[] = [];
  for (const person of people.slice(CENTRAL_PEOPLE)) {
    const own = (person.index - n) % count === 0;
    if (!own && (person.index - n - 1) % count !== 0) continue;
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
  const number = 100 + project * 10 + n;
  const digits = String(number % 1000).padStart(3, '0');
  const thousands = (10 + Math.floor(number / 1000)).toString(16);
  return `7f3${thousands}${digits}0-5c2e-4b1d-9a6f-30c9e1${digits}000`;
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
