import { DAY, dayText, onWorkday } from '../clock.ts';
import { Random } from '../random.ts';
import {
  KINDS,
  type NamedEntity,
  type ProjectKind,
  SITE_PROJECT_ID,
  type Workflow,
} from './catalog.ts';
import { membersOf } from './members.ts';
import type { Person } from './people.ts';
import { VOCABULARIES, type Vocabulary } from './phrases.ts';
import source from './projects.json' with { type: 'json' };
import { makeSprints, type SprintDef } from './sprints.ts';

/** The demo's projects, in the order of their ids. */
export const OUTLINES = source.projects as ((typeof source.projects)[number] & {
  kind: ProjectKind;
})[];

/** History starts this many days before `asOf`. */
export const WINDOW_DAYS = 245;

export interface VersionDef {
  readonly id: string;
  readonly name: string;
  /** Days since 1970 on which it was or should be out. */
  readonly day: number;
  readonly released: boolean;
  readonly archived: boolean;
}

export interface ProjectDef {
  readonly id: string;
  readonly index: number;
  readonly key: string;
  readonly name: string;
  readonly kind: ProjectKind;
  readonly boardId: number | null;
  readonly lead: Person;
  readonly members: readonly Person[];
  /** Cumulative loads of the members. */
  readonly loads: Float64Array;
  readonly teams: readonly NamedEntity[];
  readonly components: readonly NamedEntity[];
  readonly labels: readonly string[];
  readonly versions: readonly VersionDef[];
  readonly sprints: readonly SprintDef[];
  readonly workflow: Workflow;
  readonly words: Vocabulary;
  readonly ref: Record<string, unknown>;
}

/** A release every four weeks: old ones archived, one overdue, three ahead. */
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

export function makeProjects(seed: number, asOf: number, people: readonly Person[]): ProjectDef[] {
  const asOfDay = Math.floor(asOf / DAY);
  return OUTLINES.map((outline, index) => {
    const random = new Random(seed, 11, index);
    const id = outline.key === 'SITE' ? SITE_PROJECT_ID : String(10000 + index);
    const { members, loads } = membersOf(outline.key, index, people);
    const lead = members.find(person => person.leftDaysAgo === null && person.index > 0);
    const words = VOCABULARIES[outline.key];
    if (!lead || !words) throw new Error(`The project ${outline.key} is not complete`);
    const boardId = outline.kind === 'desk' ? null : index + 1;
    return {
      id,
      index,
      key: outline.key,
      name: outline.name,
      kind: outline.kind,
      boardId,
      lead,
      members,
      loads,
      teams: outline.teams.map((name, n) => ({ id: teamId(index, n), name })),
      components: outline.components.map((name, n) => ({
        id: String(10200 + index * 10 + n),
        name,
      })),
      labels: outline.labels,
      versions: outline.kind === 'desk' || index === 5 ? [] : makeVersions(index, asOfDay),
      sprints: boardId ? makeSprints(outline, boardId, lead, asOf, random) : [],
      workflow: KINDS[outline.kind].workflow,
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

/** The next release after a day, or null. */
export function versionFor(project: ProjectDef, day: number): VersionDef | null {
  return project.versions.find(version => version.day >= day) ?? null;
}
