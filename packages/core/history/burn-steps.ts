import type { Instant } from '../time/units.ts';
import type { Scope } from './scope.ts';
import type { Assignee } from './timeline.ts';

/** The values of a burn chart from `at` on; remaining is scope - completed. */
export interface BurnStep {
  readonly at: Instant;
  readonly scope: number;
  readonly completed: number;
}

interface Work {
  scope: number;
  completed: number;
}

/** Changes of work by instant. */
type Sums = Map<Instant, Work>;

/** The state at the start and at each change, in order of time. `isTheirs` selects the work of one person. */
export function burnSteps(
  scope: Scope,
  isTheirs: (assignee: Assignee | null) => boolean = () => true,
): BurnStep[] {
  const sums: Sums = new Map();
  addStates(scope, assignee => (isTheirs(assignee) ? sums : null));
  return totals(sums, scope.window.from);
}

/** The steps of each assignee, null for unassigned work; they add up to those of burnSteps. */
export function burnStepsByPerson(scope: Scope) {
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
    let before: Work = NONE;
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
        step(sums, state.at, before, now);
        before = now;
      }
    }
  }
}

function step(sums: Sums, at: Instant, before: Work, now: Work): void {
  const scope = now.scope - before.scope;
  const completed = now.completed - before.completed;
  if (scope === 0 && completed === 0) return;
  const sum = sums.get(at);
  if (sum) {
    sum.scope += scope;
    sum.completed += completed;
  } else sums.set(at, { scope, completed });
}

function totals(sums: Sums, start: Instant): BurnStep[] {
  let total = sums.get(start) ?? NONE;
  const steps: BurnStep[] = [{ at: start, ...total }];
  for (const [at, change] of [...sums].sort(([a], [b]) => a - b)) {
    if (at === start || (change.scope === 0 && change.completed === 0)) continue;
    total = { scope: total.scope + change.scope, completed: total.completed + change.completed };
    steps.push({ at, ...total });
  }
  return steps;
}
