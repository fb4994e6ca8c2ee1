import { SITE_PROJECT_ID, WORKFLOWS, type Workflow } from './catalog.ts';
import { DAY, dayText, onWorkday, weekdayOf } from './clock.ts';
import type { Person } from './people.ts';
import { VOCABULARIES, type Vocabulary } from './phrases.ts';
import { noise, Random } from './random.ts';

/** The story begins this many days before `asOf`. */
export const WINDOW_DAYS = 245;

export interface VersionDef {
  readonly id: string;
  readonly name: string;
  /** Days since 1970 on which it was or should be out. */
  readonly day: number;
  readonly released: boolean;
  readonly archived: boolean;
}

export interface SprintDef {
  readonly id: number;
  readonly name: string;
  readonly boardId: number;
  readonly state: 'closed' | 'active' | 'future';
  readonly start: number;
  readonly end: number;
  /** When it was closed; infinite while it is not. */
  readonly complete: number;
  readonly document: Record<string, unknown>;
}

export interface ProjectDef {
  readonly id: string;
  readonly index: number;
  readonly key: string;
  readonly name: string;
  readonly kind: 'scrum' | 'kanban' | 'desk' | 'team-managed';
  /** Part of all issues. */
  readonly share: number;
  readonly boardId: number | null;
  readonly lead: Person;
  readonly members: readonly Person[];
  /** Running sums of the members' loads. */
  readonly loads: Float64Array;
  readonly teams: readonly { readonly id: string; readonly name: string }[];
  readonly components: readonly { readonly id: string; readonly name: string }[];
  readonly labels: readonly string[];
  readonly versions: readonly VersionDef[];
  readonly sprints: readonly SprintDef[];
  readonly workflow: Workflow;
  readonly words: Vocabulary;
  readonly ref: Record<string, unknown>;
}

interface Outline {
  key: string;
  name: string;
  kind: ProjectDef['kind'];
  share: number;
  closedSprints: number;
  /** Days that the running sprint has run at least. */
  running: number;
  components: string;
  labels: string;
  teams: string;
}

const OUTLINES: readonly Outline[] = [
  {
    key: 'WEB',
    name: 'Customer Portal',
    kind: 'scrum',
    share: 0.22,
    closedSprints: 15,
    running: 3,
    components: 'Booking,Tracking,Account,Billing,Claims',
    labels: 'accessibility,copy,seo,quick-win,customer-wish,design-debt',
    teams: 'Harbour,Lighthouse',
  },
  {
    key: 'APP',
    name: 'Driver App',
    kind: 'scrum',
    share: 0.2,
    closedSprints: 14,
    running: 7,
    components: 'Scanner,Route,Offline sync,Signature,Messaging',
    labels: 'android,ios,battery,driver-council,quick-win,telemetry',
    teams: 'Compass,Anchor',
  },
  {
    key: 'PLAT',
    name: 'Shipping Platform',
    kind: 'scrum',
    share: 0.2,
    closedSprints: 13,
    running: 5,
    components: 'Gateway,Rates,Labels,Events,Tenants',
    labels: 'tech-debt,security,performance,public-api,observability',
    teams: 'Keel,Rudder',
  },
  {
    key: 'OPS',
    name: 'Operations',
    kind: 'kanban',
    share: 0.14,
    closedSprints: 0,
    running: 0,
    components: 'Network,Devices,Backup,Access',
    labels: 'audit,peak-season,vendor,runbook',
    teams: 'Night Watch',
  },
  {
    key: 'HELP',
    name: 'Help Desk',
    kind: 'desk',
    share: 0.17,
    closedSprints: 0,
    running: 0,
    components: 'Printing,Accounts,Integrations,Hardware',
    labels: 'vip,how-to,recurring,depot',
    teams: 'First Line',
  },
  {
    key: 'SITE',
    name: 'Marketing Site',
    kind: 'team-managed',
    share: 0.07,
    closedSprints: 0,
    running: 0,
    components: '',
    labels: 'campaign,brand,seo,agency',
    teams: 'Storytellers',
  },
];

/** Primary project of the n-th person of each twenty. */
const PLACES =
  'WEB WEB WEB WEB WEB APP APP APP APP PLAT PLAT PLAT PLAT OPS OPS OPS HELP HELP HELP SITE'.split(
    ' ',
  );

function membersOf(outline: Outline, index: number, people: readonly Person[]) {
  const members: Person[] = [];
  const loads: number[] = [];
  const add = (person: Person, load: number) => {
    members.push(person);
    loads.push((loads.at(-1) ?? 0) + load);
  };
  for (const person of people) {
    // The demo's own user works a little everywhere, so that every report of 'my' issues has something to tell.
    const own = PLACES[person.index % PLACES.length] === outline.key;
    const guest = person.index === 0 || noise(person.index, index + 1000) < 0.22;
    if (own) add(person, person.load);
    else if (guest) add(person, person.load * 0.25);
  }
  return { members, loads: Float64Array.from(loads) };
}

/** A release every four weeks: the old ones archived, one forgotten past its date, three ahead. */
function makeVersions(index: number, asOfDay: number): VersionDef[] {
  const versions: VersionDef[] = [];
  for (let n = 0; n < 12; n++) {
    const day = onWorkday(asOfDay - WINDOW_DAYS + 24 + n * 28 + index * 2);
    const past = day < asOfDay;
    const forgotten = past && day + 28 >= asOfDay;
    versions.push({
      id: String(10100 + index * 20 + n),
      name:
        index === 1 ? `App ${3 + Math.floor(n / 4)}.${n % 4}` : `${2 + Math.floor(n / 6)}.${n % 6}`,
      day,
      released: past && !forgotten,
      archived: n < 2,
    });
  }
  return versions;
}

const iso = (instant: number) => new Date(instant).toISOString();

/** Two weeks each, Monday to Friday; closed a few minutes late, and now and then only on the Monday after. */
function makeSprints(
  outline: Outline,
  boardId: number,
  lead: Person,
  asOf: number,
  random: Random,
): SprintDef[] {
  if (outline.closedSprints === 0) return [];
  const clock = lead.clock;
  const today = clock.dayOf(asOf);
  const latest = today - outline.running;
  const activeMonday = latest - ((weekdayOf(latest) + 6) % 7);
  const sprints: SprintDef[] = [];
  for (let n = 0; n <= outline.closedSprints + 1; n++) {
    const monday = activeMonday + (n - outline.closedSprints) * 14;
    const state =
      n < outline.closedSprints ? 'closed' : n === outline.closedSprints ? 'active' : 'future';
    const start = clock.at(monday, 10 * 60 + random.int(35)) + random.int(60_000);
    const end = clock.at(monday + 11, 17 * 60);
    const late = random.chance(0.25)
      ? clock.at(monday + 14, 9 * 60 + random.int(45))
      : end + (4 + random.int(50)) * 60_000;
    const complete = state === 'closed' ? late + random.int(60_000) : Number.POSITIVE_INFINITY;
    const id = boardId * 100 + n + 1;
    const name = `${outline.key} Sprint ${n + 1}`;
    const theme = random.pick(VOCABULARIES[outline.key]?.themes ?? ['Delivery']);
    // A sprint that nobody has started has no dates yet, as on most boards.
    const dates =
      state === 'future'
        ? {}
        : {
            startDate: iso(start),
            endDate: iso(end),
            ...(state === 'closed' && { completeDate: iso(complete) }),
            createdDate: iso(start - 15 * DAY),
          };
    const document = { id, state, name, ...dates, originBoardId: boardId, goal: `Goal: ${theme}` };
    sprints.push({ id, name, boardId, state, start, end, complete, document });
  }
  return sprints;
}

export function makeProjects(seed: number, asOf: number, people: readonly Person[]): ProjectDef[] {
  const asOfDay = Math.floor(asOf / DAY);
  return OUTLINES.map((outline, index) => {
    const random = new Random(seed, 11, index);
    const id = outline.key === 'SITE' ? SITE_PROJECT_ID : String(10000 + index);
    const { members, loads } = membersOf(outline, index, people);
    const lead = members.find(person => person.leftDaysAgo === null && person.index > 0);
    const workflow = WORKFLOWS[outline.key];
    const words = VOCABULARIES[outline.key];
    if (!lead || !workflow || !words) throw new Error(`The project ${outline.key} is not complete`);
    const boardId = outline.kind === 'desk' ? null : index + 1;
    const named = (text: string, base: number) =>
      text
        .split(',')
        .filter(Boolean)
        .map((name, n) => ({ id: String(base + n), name }));
    return {
      id,
      index,
      key: outline.key,
      name: outline.name,
      kind: outline.kind,
      share: outline.share,
      boardId,
      lead,
      members,
      loads,
      teams: outline.teams.split(',').map((name, n) => ({ id: teamId(index, n), name })),
      components: named(outline.components, 10200 + index * 10),
      labels: outline.labels.split(','),
      versions: outline.kind === 'desk' || index === 5 ? [] : makeVersions(index, asOfDay),
      sprints: boardId ? makeSprints(outline, boardId, lead, asOf, random) : [],
      workflow,
      words,
      ref: {
        id,
        key: outline.key,
        name: outline.name,
        projectTypeKey: outline.kind === 'desk' ? 'service_desk' : 'software',
        simplified: outline.kind === 'team-managed',
      },
    };
  });
}

function teamId(project: number, n: number): string {
  const digits = String(100 + project * 10 + n);
  return `7f3a${digits}0-5c2e-4b1d-9a6f-30c9e1${digits}000`.slice(0, 36);
}

export function versionDocument(version: VersionDef, projectId: string, asOfDay: number) {
  return {
    id: version.id,
    name: version.name,
    description: '',
    archived: version.archived,
    released: version.released,
    releaseDate: dayText(version.day),
    ...(!version.released && { overdue: version.day < asOfDay }),
    projectId: Number(projectId),
  };
}

/** The release that something finished on a day goes out with; null when the train has no more stops. */
export function versionFor(project: ProjectDef, day: number): VersionDef | null {
  return project.versions.find(version => version.day >= day) ?? null;
}

/** Somebody of the project who was still there at the time; whoever carries more is met more often. */
export function memberAt(random: Random, project: ProjectDef, at: number, asOf: number): Person {
  for (let tries = 0; tries < 12; tries++) {
    const person = anyMember(random, project);
    if (person.leftDaysAgo === null || at < asOf - person.leftDaysAgo * DAY) return person;
  }
  return project.lead;
}

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
