import { Clock } from '../clock.ts';
import { Random } from '../random.ts';
import source from './people.json' with { type: 'json' };

export type Person = ReturnType<typeof personOf>;

/** The first is the demo's user. */
const STAFF: readonly { name: string; zone: string; leftDaysAgo?: number }[] = source.staff;
const { zones: ZONES, given: GIVEN, family: FAMILY } = source;

/** 24 hexadecimal digits, as Jira's older account ids are. */
function accountIdOf(seed: number, index: number): string {
  const random = new Random(seed, 77, index);
  return Array.from({ length: 24 }, () => random.int(16).toString(16)).join('');
}

/** 40 people for up to 3,000 issues, more beyond. */
export const headcount = (size: number) =>
  Math.max(STAFF.length, Math.min(GIVEN.length * FAMILY.length, Math.round(size / 75)));

function furtherName(n: number): string {
  const family = n * 7 + Math.floor(n / GIVEN.length);
  return `${GIVEN[n % GIVEN.length]} ${FAMILY[family % FAMILY.length]}`;
}

export function makePeople(seed: number, size: number) {
  const clocks = new Map(ZONES.map(zone => [zone, new Clock(zone)]));
  const random = new Random(seed, 3);
  return Array.from({ length: headcount(size) }, (_, index) => {
    const staff = STAFF[index];
    const displayName = staff?.name ?? furtherName(index - STAFF.length);
    const clock = clocks.get(staff?.zone ?? ZONES[index % ZONES.length] ?? '') ?? new Clock('UTC');
    const leftDaysAgo = staff?.leftDaysAgo ?? null;
    return personOf({
      index,
      accountId: accountIdOf(seed, index),
      accountType: 'atlassian',
      displayName,
      clock,
      leftDaysAgo,
      load: index === 0 ? 1.8 : random.between(0.6, 1.5),
      groups: groupsOf(index, leftDaysAgo !== null),
    });
  });
}

/** The first index of people of single projects, beyond those of the largest demo. */
const PROJECT_STAFF_FROM = 1_000_000;

/** The accounts that only one project has: its people, its agents and the customers of its portal. */
export function makeProjectStaff(seed: number): Map<string, Person[]> {
  const clocks = new Map(ZONES.map(zone => [zone, new Clock(zone)]));
  const staff = source.projectStaff.map(({ name, zone, project, type = 'atlassian' }, n) => ({
    project,
    person: personOf({
      index: PROJECT_STAFF_FROM + n,
      accountId: accountIdOf(seed, PROJECT_STAFF_FROM + n),
      accountType: type,
      displayName: name,
      clock: clocks.get(zone) ?? new Clock(zone),
      leftDaysAgo: null,
      load: 1,
      groups: type === 'customer' ? [] : ['jira-software-users'],
    }),
  }));
  const byProject = Map.groupBy(staff, ({ project }) => project);
  return new Map([...byProject].map(([key, all]) => [key, all.map(({ person }) => person)]));
}

interface PersonSource {
  index: number;
  accountId: string;
  /** `atlassian`, `app` or `customer`. */
  accountType: string;
  displayName: string;
  clock: Clock;
  /** Null for current employees. */
  leftDaysAgo: number | null;
  /** Relative workload, 1 is usual. */
  load: number;
  groups: string[];
}

function personOf(person: PersonSource) {
  const { accountId, accountType, displayName, clock, leftDaysAgo } = person;
  const plain = displayName
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase();
  return {
    ...person,
    emailAddress: `${plain.replaceAll(' ', '.')}@lumenfreight.example`,
    /** The user object in issues, shared by all of them. */
    ref: {
      accountId,
      accountType,
      displayName,
      active: leftDaysAgo === null,
      timeZone: clock.zone,
    },
  };
}

function groupsOf(index: number, left: boolean): string[] {
  if (left) return [];
  const groups = ['jira-software-users'];
  if (index === 0 || index === 22) groups.push('jira-administrators');
  if (index % 4 === 3) groups.push('support-agents');
  if (index % 3 === 0) groups.push('developers');
  if (index % 7 === 2) groups.push('release-managers');
  return groups;
}
