/** The causes of a change in words, the largest first, until most of it is told. */
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { Cause, Explanation } from './explain-figure.ts';

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** Of what moved in all, both ways, this part is told. */
const TOLD = 0.8;
/** A cause of this part of all stands alone, others together by their kind. */
const LARGE = 0.2;
const MAX_KEYS = 3;

interface StoryOptions {
  readonly since: Instant;
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
  { name, before, after, change, window, causes, explained }: Explanation,
  { since, zone, isPart, format = value => NUMBER.format(value) }: StoryOptions,
): string {
  const say: Saying = { day: dayIn(zone), signed: signedBy(format) };
  const { day, signed } = say;
  const [from, to] = [before, after].map(value => (value === null ? 'none' : format(value)));
  const head =
    change === 0
      ? `${name} is ${to}, as on ${day(since)}`
      : `${name} ${change > 0 ? 'rose' : 'fell'} from ${from} to ${to} since ${day(since)}`;
  const told: string[] = [];
  if (window) told.push(`the window moved: ${count(window.left)} left it (${signed(window.part)})`);
  told.push(...sentencesOf(causes, say));
  const body = told.length > 0 ? `: ${told.join('; ')}` : '';
  const isWhole = Math.abs(explained - change) < 1e-6;
  const missing = isPart ? ' Not all data were received: events may be missing.' : '';
  return `${head}${body}. ${isWhole ? 'Explained' : 'Explained only'} ${signed(explained)} of ${signed(change)}.${missing}`;
}

function sentencesOf(causes: readonly Cause[], say: Saying): readonly string[] {
  const sizeOf = (some: readonly Cause[]) =>
    some.reduce((sum, { part }) => sum + Math.abs(part), 0);
  const all = sizeOf(causes);
  const isLarge = ({ part }: Cause) => Math.abs(part) >= LARGE * all;
  const kinds = Map.groupBy(
    causes.filter(cause => !isLarge(cause)),
    ({ kind }) => kind,
  );
  const sentences = [
    ...causes.filter(isLarge).map(cause => ({
      size: sizeOf([cause]),
      part: cause.part,
      text: sentenceOf(cause, say),
    })),
    ...[...kinds.values()].map(some => ({
      size: sizeOf(some),
      part: partOf(some),
      text: together(some, say),
    })),
  ].sort((a, b) => b.size - a.size);
  let told = 0;
  const kept = sentences.filter(({ size }) => {
    const isOpen = told < TOLD * all;
    told += size;
    return isOpen;
  });
  const more = sentences.length - kept.length;
  const rest = sentences.slice(kept.length).reduce((sum, { part }) => sum + part, 0);
  return [
    ...kept.map(({ text }) => text),
    ...(more > 0
      ? [`${more} smaller ${more === 1 ? 'change' : 'changes'} (${say.signed(rest)})`]
      : []),
  ];
}

function together(causes: readonly Cause[], say: Saying): string {
  const [first, ...others] = causes;
  if (first && others.length === 0) return sentenceOf(first, say);
  const issues = [...new Set(causes.flatMap(cause => cause.issues))];
  const part = partOf(causes);
  const kind = first?.kind ?? '';
  return `${count(issues.length)} ${wordsOf(kind)[issues.length === 1 ? 0 : 1]} (${say.signed(part)})`;
}

const partOf = (causes: readonly Cause[]) => causes.reduce((sum, { part }) => sum + part, 0);

const count = (issues: number): string =>
  `${NUMBER.format(issues)} ${issues === 1 ? 'issue' : 'issues'}`;

const signedBy = (format: (value: number) => string) => (value: number) =>
  value === 0 ? format(0) : `${value > 0 ? '+' : '-'}${format(Math.abs(value))}`;

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
  flag: ['was flagged or unflagged', 'were flagged or unflagged'],
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
  if (issues.length === 0) return `${kind} (${signed(part)})`;
  const more = issues.length - MAX_KEYS;
  const names = issues.slice(0, MAX_KEYS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const [one, several] = wordsOf(kind);
  const ends = from !== null && to !== null && kind !== 'resolved' ? ` (${from} to ${to})` : '';
  const when = at === null ? '' : ` on ${day(at)}`;
  const who = by === null ? '' : ` by ${by}`;
  return `${names} ${issues.length === 1 ? one : several}${ends}${when}${who} (${signed(part)})`;
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
