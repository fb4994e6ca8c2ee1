/**
 * What each issue has in a figure after its own events, with the clock of the end. All issues are looked at at once, each at one of its
 * instants, so that a report is computed for the issue of most events, and not for each event. Of many events those alone are looked
 * at between which the issue has another value: an issue that was resolved, reopened and resolved again is one that was resolved.
 */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { StatesOf } from '@tallyboard/core/past/dataset-at.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { type Entry, NO_ENTRY, sameEntry } from '@tallyboard/core/why/figure-state.ts';

/** An issue has another value in the figure from an instant on. */
export interface Step {
  readonly at: Instant;
  readonly id: IssueId;
  readonly entry: Entry;
  /** No event that was received leads to the value of the end. */
  readonly isUntold?: true;
}

export interface Replay {
  readonly dataset: Dataset;
  readonly states: StatesOf;
  readonly from: Instant;
  readonly to: Instant;
  /** Whether an issue is among those of the query after that many of its events, of all that it has. */
  readonly isIn: (issue: Issue, done: number, all: number) => boolean;
  readonly entriesIn: (dataset: Dataset) => ReadonlyMap<IssueId, Entry>;
}

/** Up to so many events all are looked at. */
const MAX_EVENTS = 20_000;
/** Up to so many issues each calculation has all of them. */
const MAX_WHOLE = 5_000;

/** Between two of the instants of an issue, by their places; 0 is before the first. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly before: Entry;
  readonly after: Entry;
}

export function trajectories(
  replay: Replay,
  instants: ReadonlyMap<IssueId, readonly Instant[]>,
  start: ReadonlyMap<IssueId, Entry>,
): Step[] {
  const events = [...instants.values()].reduce((sum, { length }) => sum + length, 0);
  const isOpen = ({ from, to, before, after }: Span) =>
    to - from > 1 && (events <= MAX_EVENTS || !sameEntry(before, after));
  const open = new Map<IssueId, Span[]>();
  const steps: Step[] = [];
  const add = (id: IssueId, span: Span) => {
    if (isOpen(span)) open.set(id, [...(open.get(id) ?? []), span]);
    else if (!sameEntry(span.before, span.after)) {
      const at = instants.get(id)?.[span.to - 1];
      if (at !== undefined) steps.push({ at, id, entry: span.after });
    }
  };
  const look = looker(replay, instants);
  const final = look(new Map(Array.from(instants, ([id, own]) => [id, own.length])));
  for (const [id, own] of instants) {
    const before = start.get(id) ?? NO_ENTRY;
    add(id, { from: 0, to: own.length, before, after: final.get(id) ?? NO_ENTRY });
  }
  while (open.size > 0) {
    const spans = new Map<IssueId, Span>();
    for (const [id, [span, ...rest]] of open) {
      if (span) spans.set(id, span);
      if (rest.length > 0) open.set(id, rest);
      else open.delete(id);
    }
    const middleOf = ({ from, to }: Span) => (from + to) >> 1;
    const entries = look(new Map(Array.from(spans, ([id, span]) => [id, middleOf(span)])));
    for (const [id, span] of spans) {
      const [middle, entry] = [middleOf(span), entries.get(id) ?? NO_ENTRY];
      add(id, { ...span, to: middle, after: entry });
      add(id, { ...span, from: middle, before: entry });
    }
  }
  return steps;
}

/** Computes the entries of issues after as many of their events; where there are few issues, beside all others as of the end. */
function looker(
  { dataset, states, from, to, isIn, entriesIn }: Replay,
  instants: ReadonlyMap<IssueId, readonly Instant[]>,
) {
  const isWhole = dataset.issues.length <= MAX_WHOLE;
  const issueOf = new Map(dataset.issues.map(issue => [issue.id, issue]));
  return (places: ReadonlyMap<IssueId, number>) => {
    const some = isWhole ? dataset.issues : [...places.keys()].flatMap(id => issueOf.get(id) ?? []);
    const timeOf = (issue: Issue) => {
      const own = instants.get(issue.id) ?? [];
      const done = places.get(issue.id) ?? own.length;
      return isIn(issue, done, own.length) ? (own[done - 1] ?? from) : null;
    };
    return entriesIn(states(timeOf, to, some));
  };
}

/** Instants that are computed one by one, for issues that change with others. */
const MAX_INSTANTS = 200;

/** The steps of issues whose value depends on others, such as parents: all issues together at each of the instants. */
export function stepsTogether(
  { states, to, isIn, entriesIn }: Replay,
  wanted: ReadonlySet<IssueId>,
  instants: readonly Instant[],
  start: ReadonlyMap<IssueId, Entry>,
): Step[] {
  const steps: Step[] = [];
  if (instants.length > MAX_INSTANTS) return steps;
  const known = new Map(start);
  for (const at of instants) {
    const entries = entriesIn(states(issue => (isIn(issue, 0, 1) ? at : null), to));
    for (const id of wanted) {
      const entry = entries.get(id) ?? NO_ENTRY;
      if (sameEntry(entry, known.get(id) ?? NO_ENTRY)) continue;
      known.set(id, entry);
      steps.push({ at, id, entry });
    }
  }
  return steps;
}
