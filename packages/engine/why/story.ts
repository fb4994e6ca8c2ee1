/** The causes of a change in words, the largest first, until most of it is told. */
import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { withUnit } from '@tallyboard/report-kit/table/units.ts';
import type { Cause, Explanation } from './explain-figure.ts';
import type { OrderChange, Sides } from './order-change.ts';

const DIGITS = 2;

/** Numbers of programs with their unit; points are named by the figure. */
export const inUnit =
  (unit: string | undefined) =>
  (value: number): string =>
    withUnit(value, unit === 'points' ? undefined : unit, DIGITS);

export const plainNumber = inUnit(undefined);

/** Of what moved in all, both ways, this part is told. */
const TOLD = 0.8;
/** A cause of this part of all stands alone, others together by their kind. */
const LARGE = 0.2;
const MAX_KEYS = 3;

interface StoryOptions {
  /** Null for other settings at the same time. */
  readonly since: Instant | null;
  readonly zone: ZoneId;
  /** Issues or histories were not received: the sentence says so too. */
  readonly isPart: boolean;
  /** Of numbers; two decimals by default. */
  readonly format?: (value: number) => string;
}

interface Saying {
  readonly day: (at: Instant) => string;
  readonly signed: (value: number) => string;
}

export function storyOf(
  { name, before, after, change, window, causes, order, explained }: Explanation,
  { since, zone, isPart, format = plainNumber }: StoryOptions,
): string {
  const say: Saying = { day: dayIn(zone), signed: signedBy(format) };
  const { day, signed } = say;
  const [from, to] = [before, after].map(value => (value === null ? 'none' : format(value)));
  const head =
    since === null
      ? change === 0
        ? `${name} is ${to} with both settings`
        : from === to
          ? `${name} is nearly ${to} with both settings`
          : `${name} is ${from} with the other settings, and ${to} with these`
      : before === null && after !== null
        ? `${name} is ${to}, and was not there on ${day(since)}`
        : after === null && before !== null
          ? `${name} has no value, and was ${from} on ${day(since)}`
          : change === 0
            ? `${name} is ${to}, as on ${day(since)}`
            : from === to
              ? `${name} is ${to}, nearly as on ${day(since)}`
              : `${name} ${change > 0 ? 'rose' : 'fell'} from ${from} to ${to} since ${day(since)}`;
  const told: string[] = [];
  if (order && since !== null) told.push(...sentencesOfOrder(order, causes, window, from, say));
  else {
    if (window)
      told.push(`the window moved: ${count(window.left)} left it (${signed(window.part)})`);
    told.push(...sentencesOf(causes, say));
  }
  const body = told.length > 0 ? `: ${told.join('; ')}` : '';
  const isWhole = Math.abs(explained - change) < 1e-6;
  const missing = isPart ? ' Not all data were received: events may be missing.' : '';
  return `${head}${body}. ${isWhole ? 'Explained' : 'Explained only'} ${signed(explained)} of ${signed(change)}.${missing}`;
}

/** A statistic of order has no parts: who is new in it and who left it, on which side of the number of before. */
function sentencesOfOrder(
  { left, joined, changed, neighbours }: OrderChange,
  causes: readonly Cause[],
  window: Explanation['window'],
  from: string | undefined,
  { signed }: Saying,
): readonly string[] {
  const sizeOf = ({ above, below }: Sides) => above + below;
  const sides = ({ above, below }: Sides) => {
    const all = above + below;
    const part = all === 1 ? '' : below === 0 ? 'all ' : `${plainNumber(above)} of them `;
    return `${count(all)}${above > 0 ? `, ${part}above ${from},` : ''}`;
  };
  const byWindow = window?.left ?? 0;
  const leaving =
    byWindow === 0 || byWindow >= sizeOf(left)
      ? ''
      : `, ${plainNumber(byWindow)} of them as the window moved`;
  const isMoved = sizeOf(left) + sizeOf(joined) + changed > 0;
  const [passed] = causes.filter(({ issues }) => issues.length === 0);
  return [
    ...(passed ? [`${passed.kind} (${signed(passed.part)})`] : []),
    ...(sizeOf(left) > 0
      ? [`${byWindow >= sizeOf(left) ? 'the window moved: ' : ''}${sides(left)} left it${leaving}`]
      : []),
    ...(sizeOf(joined) > 0
      ? [`${sides(joined)} ${sizeOf(joined) === 1 ? 'is' : 'are'} new in it`]
      : []),
    ...(changed > 0 && !passed ? [`${count(changed)} changed`] : []),
    ...(neighbours.length > 0 && isMoved ? [placeOf(neighbours)] : []),
  ];
}

const placeOf = ([first, second]: readonly IssueKey[]): string =>
  second === undefined
    ? `it is now that of ${first}`
    : `it is now between those of ${first} and ${second}`;

function sentencesOf(causes: readonly Cause[], say: Saying): readonly string[] {
  // What came and went again within a kind moved the number little.
  const sizeOf = (some: readonly Cause[]) => Math.abs(partOf(some));
  const all = causes.reduce((sum, { part }) => sum + Math.abs(part), 0);
  const isLarge = ({ part }: Cause) => Math.abs(part) >= LARGE * all;
  const kinds = Map.groupBy(
    causes.filter(cause => !isLarge(cause)),
    ({ kind }) => kind,
  );
  const sentences = [
    ...causes.filter(isLarge).map(cause => ({
      size: sizeOf([cause]),
      causes: [cause],
      text: sentenceOf(cause, say),
    })),
    ...[...kinds.values()].map(some => ({
      size: sizeOf(some),
      causes: some,
      text: together(some, say),
    })),
  ].sort((a, b) => b.size - a.size);
  const moved = sentences.reduce((sum, { size }) => sum + size, 0);
  let told = 0;
  const kept = sentences.filter(({ size }) => {
    const isOpen = told < TOLD * moved;
    told += size;
    return isOpen;
  });
  const left = sentences.slice(kept.length);
  // The last one is as short as what would stand for it.
  return [
    ...kept.map(({ text }) => text),
    ...(left.length === 1
      ? left.map(({ text }) => text)
      : left.length > 1
        ? [restOf(left, say)]
        : []),
  ];
}

function restOf(left: readonly { readonly causes: readonly Cause[] }[], say: Saying): string {
  const causes = left.flatMap(sentence => sentence.causes);
  const issues = new Set(causes.flatMap(cause => cause.issues));
  const of = issues.size === 0 ? '' : ` of ${count(issues.size)}`;
  return `smaller changes${of} (${say.signed(partOf(causes))})`;
}

function together(causes: readonly Cause[], say: Saying): string {
  const [first, ...others] = causes;
  if (first && others.length === 0) return sentenceOf(first, say);
  const events = causes.flatMap(cause => cause.issues);
  const issues = new Set(events);
  const part = partOf(causes);
  const kind = first?.kind ?? '';
  const words = wordsOf(kind)[issues.size === 1 ? 0 : 1];
  // An issue that is resolved, reopened and resolved again is one issue and two events.
  const times = events.length > issues.size ? ` ${plainNumber(events.length)} times` : '';
  return `${count(issues.size)} ${words}${times} (${say.signed(part)})`;
}

const partOf = (causes: readonly Cause[]) => causes.reduce((sum, { part }) => sum + part, 0);

const count = (issues: number): string =>
  `${plainNumber(issues)} ${issues === 1 ? 'issue' : 'issues'}`;

/** '+2 days', '−2 days'; '≈ 0 days' of what rounds to nothing. */
export const signedBy = (format: (value: number) => string) => (value: number) => {
  const [size, none] = [format(Math.abs(value)), format(0)];
  if (value === 0) return none;
  return size === none ? `≈ ${none}` : `${value > 0 ? '+' : '−'}${size}`;
};

const WORDS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  created: ['was created', 'were created'],
  resolved: ['was resolved', 'were resolved'],
  reopened: ['was reopened', 'were reopened'],
  're-estimated': ['was re-estimated', 'were re-estimated'],
  'into sprint': ['came into a sprint', 'came into a sprint'],
  'out of sprint': ['was taken out of a sprint', 'were taken out of a sprint'],
  status: ['changed the status', 'changed the status'],
  worklog: ['got work logged', 'got work logged'],
  query: ['came into the query or left it', 'came into the query or left it'],
  assignee: ['was reassigned', 'were reassigned'],
  version: ['changed the version', 'changed the version'],
  parent: ['got another parent', 'got another parent'],
  priority: ['changed the priority', 'changed the priority'],
  due: ['got another due date', 'got another due date'],
  type: ['changed the issue type', 'changed the issue type'],
  project: ['moved to another project', 'moved to another project'],
  label: ['changed the labels', 'changed the labels'],
  component: ['changed the components', 'changed the components'],
  link: ['changed the links', 'changed the links'],
  resolution: ['changed the resolution', 'changed the resolution'],
  sprint: ['changed the sprint', 'changed the sprint'],
  flag: ['was flagged or unflagged', 'were flagged or unflagged'],
  'SLA stopped': ['had an SLA stop', 'had SLAs stop'],
  'SLA started': ['had an SLA start', 'had SLAs start'],
  'SLA breached': ['had an SLA breached', 'had SLAs breached'],
  'without an event': ['changed without an event', 'changed without an event'],
  'related issue': ['changed with a related issue', 'changed with a related issue'],
};

/** Of several kinds at once the first in the order of the words. */
function wordsOf(kind: string): readonly [string, string] {
  const kinds = kind.split(', ');
  const known = Object.entries(WORDS).find(([name]) => kinds.includes(name));
  return known?.[1] ?? [`changed: ${kind}`, `changed: ${kind}`];
}

function sentenceOf(
  { at, kind, issues, part, by, from, to }: Cause,
  { day, signed }: Saying,
): string {
  const more = issues.length - MAX_KEYS;
  const names = issues.slice(0, MAX_KEYS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const isMoved = from !== null && to !== null;
  if (at === null) {
    const what = isMoved ? `'${kind}' is '${to}', not '${from}'` : kind;
    return `${what}${names === '' ? '' : `: ${names}`} (${signed(part)})`;
  }
  const ends = isMoved && kind !== 'resolved' ? ` (${from} to ${to})` : '';
  const [one, several] = wordsOf(kind);
  const who = by === null ? '' : ` by ${by}`;
  return `${names} ${issues.length === 1 ? one : several}${ends} on ${day(at)}${who} (${signed(part)})`;
}

function dayIn(timeZone: ZoneId): (at: Instant) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return at => format.format(at);
}
