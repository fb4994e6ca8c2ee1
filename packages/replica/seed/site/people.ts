import { Clock } from '../clock.ts';
import { Random } from '../random.ts';
import source from './people.json' with { type: 'json' };

export type Person = ReturnType<typeof makePeople>[number];

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
    // Null for current employees.
    const leftDaysAgo = staff?.leftDaysAgo ?? null;
    const accountId = accountIdOf(seed, index);
    const plain = displayName
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase();
    return {
      index,
      accountId,
      displayName,
      emailAddress: `${plain.replaceAll(' ', '.')}@lumenfreight.example`,
      clock,
      leftDaysAgo,
      /** Relative workload, 1 is usual. */
      load: index === 0 ? 1.8 : random.between(0.6, 1.5),
      groups: groupsOf(index, leftDaysAgo !== null),
      /** The user object in issues, shared by all of them. */
      ref: {
        accountId,
        accountType: 'atlassian',
        displayName,
        active: leftDaysAgo === null,
        timeZone: clock.zone,
      },
    };
  });
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
