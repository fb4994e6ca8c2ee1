/** The causes of a change in words, the largest first, until most of it is told. */
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { Cause, Explanation } from './explain-figure.ts';

/** Of what moved in all, both ways, this part is told. */
const TOLD = 0.8;
const MAX_SENTENCES = 6;
const MAX_KEYS = 3;

export function storyOf(
  { name, before, after, change, window, causes, explained }: Explanation,
  { since, zone }: { readonly since: Instant; readonly zone: ZoneId },
): string {
  const day = dayIn(zone);
  const [from, to] = [amount(before), amount(after)];
  const head =
    change === 0
      ? `${name} is ${to}, as on ${day(since)}`
      : `${name} ${change > 0 ? 'rose' : 'fell'} from ${from} to ${to} since ${day(since)}`;
  const told: string[] = [];
  if (window) told.push(`the window moved: ${count(window.left)} left it (${signed(window.part)})`);
  const all = causes.reduce((sum, { part }) => sum + Math.abs(part), 0);
  let open = all * (1 - TOLD);
  let rest = all;
  const sorted = causes.toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
  let shown = 0;
  for (const cause of sorted) {
    if (rest <= open || shown >= MAX_SENTENCES) break;
    told.push(sentenceOf(cause, day));
    rest -= Math.abs(cause.part);
    shown++;
  }
  open = sorted.length - shown;
  if (open > 0) told.push(`${formatNumber(open, 0)} smaller ones`);
  const body = told.length > 0 ? `: ${told.join('; ')}` : '';
  const isWhole = Math.abs(explained - change) < 1e-6;
  return `${head}${body}. ${isWhole ? 'Explained' : 'Explained only'} ${signed(explained)} of ${signed(change)}.`;
}

const count = (issues: number): string =>
  `${formatNumber(issues, 0)} ${issues === 1 ? 'issue' : 'issues'}`;

const amount = (value: number | null): string => (value === null ? 'none' : formatNumber(value, 2));

const signed = (value: number): string => {
  const text = formatNumber(Math.abs(value), 2);
  return text === '0' ? '0' : value > 0 ? `+${text}` : `-${text}`;
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
  flag: ['was flagged or unflagged', 'were flagged or unflagged'],
  'related issue': ['changed with a related issue', 'changed with a related issue'],
};

function sentenceOf(
  { at, kind, issues, part, by, from, to }: Cause,
  day: (at: Instant) => string,
): string {
  if (issues.length === 0) return `${kind} (${signed(part)})`;
  const more = issues.length - MAX_KEYS;
  const names = issues.slice(0, MAX_KEYS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const [one, several] = WORDS[kind] ?? [`changed: ${kind}`, `changed: ${kind}`];
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
