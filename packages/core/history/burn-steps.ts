/** The lines of a burn chart, from a replayed scope. */

import type { Instant } from '../time/units.ts';
import type { Scope } from './scope.ts';
import type { Assignee } from './timeline.ts';

/** A change of the three lines of a burn chart at one instant, as steps to add up. */
export interface BurnStep {
  readonly at: Instant;
  readonly scope: number;
  readonly completed: number;
}

type Sums = Map<Instant, { scope: number; completed: number }>;

/**
 * Returns the steps of scope and completed work, first the totals at the start, then each change, in order of time
 * with one step an instant. Remaining is scope - completed. `isTheirs` narrows to the work of one person at the time.
 */
export function burnSteps(
  scope: Scope,
  isTheirs: (assignee: Assignee | null) => boolean = () => true,
): BurnStep[] {
  const sums: Sums = new Map();
  addStates(scope, assignee => (isTheirs(assignee) ? sums : null));
  return totals(sums, scope.window.from);
}

interface PersonSteps {
  /** Null for unassigned work. */
  readonly assignee: Assignee | null;
  readonly steps: readonly BurnStep[];
}

/** Returns the steps of each person who had a part of the scope; they add up to those of burnSteps. */
export function burnStepsByPerson(scope: Scope): readonly PersonSteps[] {
  const people = new Map<string, { assignee: Assignee | null; sums: Sums }>();
  addStates(scope, assignee => {
    const id = assignee?.id ?? '';
    const known = people.get(id) ?? { assignee, sums: new Map() };
    people.set(id, known);
    return known.sums;
  });
  return Array.from(people.values(), ({ assignee, sums }) => ({
    assignee,
    steps: totals(sums, scope.window.from),
  }));
}

const NONE = { scope: 0, completed: 0 };

/** Adds the work of each issue to the sums of its assignee at the time; null leaves it out. */
function addStates(scope: Scope, sumsOf: (assignee: Assignee | null) => Sums | null): void {
  for (const issue of scope.issues) {
    let before = NONE;
    let sums: Sums | null = null;
    for (const state of issue.states) {
      const next = sumsOf(state.assignee);
      if (sums !== next) {
        if (sums) step(sums, state.at, before, NONE);
        before = NONE;
        sums = next;
      }
      const size = state.inScope ? state.estimate : 0;
      if (sums) {
        const now = { scope: size, completed: state.done ? size : 0 };
        before = step(sums, state.at, before, now);
      }
    }
  }
}

/** Adds to the sums what an issue changes them by at an instant. Returns what it is from there on. */
function step(
  sums: Sums,
  at: Instant,
  before: { scope: number; completed: number },
  now: { scope: number; completed: number },
): { scope: number; completed: number } {
  const scope = now.scope - before.scope;
  const completed = now.completed - before.completed;
  if (scope === 0 && completed === 0) return now;
  const sum = sums.get(at);
  if (sum) {
    sum.scope += scope;
    sum.completed += completed;
  } else sums.set(at, { scope, completed });
  return now;
}

function totals(sums: Sums, start: Instant): BurnStep[] {
  let total = sums.get(start) ?? { scope: 0, completed: 0 };
  const steps: BurnStep[] = [{ at: start, ...total }];
  for (const at of [...sums.keys()].sort((a, b) => a - b)) {
    if (at === start) continue;
    const change = sums.get(at) ?? { scope: 0, completed: 0 };
    if (change.scope === 0 && change.completed === 0) continue;
    total = { scope: total.scope + change.scope, completed: total.completed + change.completed };
    steps.push({ at, ...total });
  }
  return steps;
}
