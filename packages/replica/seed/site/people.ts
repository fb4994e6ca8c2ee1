import { Clock } from '../clock.ts';
import { Random } from '../random.ts';

export interface Person {
  readonly index: number;
  readonly accountId: string;
  readonly displayName: string;
  readonly emailAddress: string;
  readonly clock: Clock;
  /** Null for current employees. */
  readonly leftDaysAgo: number | null;
  /** Relative workload, 1 is usual. */
  readonly load: number;
  readonly groups: readonly string[];
  /** The user object in issues, shared by all of them. */
  readonly ref: Record<string, unknown>;
}

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Europe/London',
  'America/Los_Angeles',
  'Australia/Sydney',
] as const;

/** Names and zone indexes. The first is the demo's user. */
const STAFF: readonly (readonly [string, number])[] = [
  ['Mara Lindqvist', 0],
  ['Tomás Ferreira', 0],
  ['Ines Okafor', 0],
  ['Jonas Weidner', 0],
  ['Petra Halvorsen', 0],
  ['Dario Conti', 0],
  ['Lena Brandt', 0],
  ['Caleb Whitmore', 1],
  ['Naomi Castellano', 1],
  ['Trevor Abernathy', 1],
  ['Grace Oyelaran', 1],
  ['Hugo Lamontagne', 1],
  ['Rosa Delgado', 1],
  ['Elliot Vance', 1],
  ['Ananya Krishnan', 2],
  ['Rohan Deshpande', 2],
  ['Kavya Menon', 2],
  ['Vikram Sethi', 2],
  ['Priya Ranganathan', 2],
  ['Arjun Bhattacharya', 2],
  ['Meera Joshi', 2],
  ['Siddharth Rao', 2],
  ['Oliver Pemberton', 3],
  ['Fiona Gallagher-Reid', 3],
  ['Callum Strachan', 3],
  ['Harriet Ainsworth', 3],
  ['Nikhil Chowdhury', 3],
  ['Bethan Pryce', 3],
  ['Sofia Marchetti', 4],
  ['Daniel Kowalczyk', 4],
  ['Yuki Tanabe', 4],
  ['Marcus Ellington', 4],
  ['Leilani Kahale', 4],
  ['Aaron Feldstein', 4],
  ['Chloe Winterbourne', 5],
  ['Lachlan Mackie', 5],
  ['Thuy Nguyen', 5],
  ['Isla Drummond', 5],
  ['Noah Petrakis', 5],
  ['Zara Haddad', 5],
];

/** Index in STAFF, and days since they left. */
const LEFT: ReadonlyMap<number, number> = new Map([
  [5, 61],
  [13, 118],
  [21, 34],
  [33, 152],
]);

const GIVEN =
  'Adele Bruno Carmen Dmitri Elsa Farid Greta Hassan Irina Jasper Keiko Liam Maribel Nadia Otto Paloma Quentin Ravi Selma Tariq Ursula Viktor Wanda Xavier Yara Zeno Alma Boris Celia Dorian Edith Felix Gwen Henrik Iris Joaquin Klara Luca Minh Nora Orla Pavel Ruth Samir Tilda Umar Vera Willem Yusuf Zoe Ansel Birgit Cyrus Daphne Emil'.split(
    ' ',
  );
const FAMILY =
  'Abbott Bergström Calloway Dvorak Eriksen Fontaine Granger Hidalgo Ivanova Jarvis Kaufmann Lombardi Moreau Nakagawa Osei Pellegrini Quiroga Rasmussen Santoro Thackeray Ueda Villeneuve Wexler Xu Yilmaz Zielinski Ashdown Baptiste Corrigan Dahl Espinoza Faulkner Grimaldi Holloway Idris Jankowski Kessler Lindgren Mbeki Norwood Ortega Prescott Redfern Sorensen Talbot Ulrich Vasquez Whitlock Yamada Zimmer Alder Brook Crane Dunmore Ennis'.split(
    ' ',
  );

/** 24 hexadecimal digits, as Jira's older account ids are. */
function accountIdOf(seed: number, index: number): string {
  const random = new Random(seed, 77, index);
  return Array.from({ length: 24 }, () => random.int(16).toString(16)).join('');
}

/** 40 people for up to 3,000 issues, more beyond. */
function headcount(size: number): number {
  return Math.max(STAFF.length, Math.min(GIVEN.length * FAMILY.length, Math.round(size / 75)));
}

export function makePeople(seed: number, size: number): Person[] {
  const clocks = ZONES.map(zone => new Clock(zone));
  const random = new Random(seed, 3);
  const count = headcount(size);
  return Array.from({ length: count }, (_, index) => {
    const extra = index - STAFF.length;
    const [displayName, zone] = STAFF[index] ?? [
      `${GIVEN[extra % GIVEN.length]} ${FAMILY[(extra * 7 + Math.floor(extra / GIVEN.length)) % FAMILY.length]}`,
      index % ZONES.length,
    ];
    const clock = clocks[zone] ?? new Clock('UTC');
    const leftDaysAgo = LEFT.get(index) ?? null;
    const accountId = accountIdOf(seed, index);
    const plain = displayName
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase()
      .split(' ')
      .join('.');
    return {
      index,
      accountId,
      displayName,
      emailAddress: `${plain}@lumenfreight.example`,
      clock,
      leftDaysAgo,
      load: index === 0 ? 1.8 : random.between(0.6, 1.5),
      groups: groupsOf(index, leftDaysAgo !== null),
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

export function groupsWithMembers(people: readonly Person[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const person of people) {
    for (const name of person.groups) {
      const members = groups.get(name);
      if (members) members.push(person.accountId);
      else groups.set(name, [person.accountId]);
    }
  }
  return groups;
}
