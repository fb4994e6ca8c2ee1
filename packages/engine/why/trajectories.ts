/**
 * What each issue has in a figure after each of its own events, with the clock of the end. All issues take their next event at
 * once, so that a report is computed as often as the issue of most events has some, and not for each event.
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

/** Issues times rounds that are computed in full; above that a round has the issues alone that go on. */
const MAX_WHOLE = 300_000;

export function trajectories(
  { dataset, states, from, to, isIn, entriesIn }: Replay,
  instants: ReadonlyMap<IssueId, readonly Instant[]>,
  start: ReadonlyMap<IssueId, Entry>,
): Step[] {
  const steps: Step[] = [];
  const rounds = Math.max(0, ...Array.from(instants.values(), each => each.length));
  const isWhole = dataset.issues.length * rounds <= MAX_WHOLE;
  const known = new Map(start);
  for (let round = 1; round <= rounds; round++) {
    const hybrid = states(issue => {
      const own = instants.get(issue.id) ?? [];
      if (!isWhole && own.length < round) return null;
      const done = Math.min(round, own.length);
      return isIn(issue, done, own.length) ? (own[done - 1] ?? from) : null;
    }, to);
    const entries = entriesIn(hybrid);
    for (const [id, own] of instants) {
      const at = own[round - 1];
      const entry = entries.get(id) ?? NO_ENTRY;
      if (at === undefined || sameEntry(entry, known.get(id) ?? NO_ENTRY)) continue;
      known.set(id, entry);
      steps.push({ at, id, entry });
    }
  }
  return steps;
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
