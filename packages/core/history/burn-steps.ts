import type { Instant } from '../time/units.ts';
import type { Scope } from './scope.ts';
import { completedAt, isFirst, scopeAt } from './scope-states.ts';
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

/** The steps of each assignee, null for unassigned work; those of all add up to those of burnSteps. */
export function burnStepsByPerson(
  scope: Scope,
  isTheirs: (assignee: Assignee | null) => boolean = () => true,
) {
  const people = new Map<string, { assignee: Assignee | null; sums: Sums }>();
  addStates(scope, assignee => {
    if (!isTheirs(assignee)) return null;
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
function addStates({ states }: Scope, sumsOf: (assignee: Assignee | null) => Sums | null): void {
  let sums: Sums | null = null;
  let scope = 0;
  let completed = 0;
  for (let index = 0; index < states.row.length; index++) {
    const at = states.at[index]!;
    if (isFirst(states, index)) sums = null;
    const next = sumsOf(states.assignee[index] ?? null);
    if (sums !== next) {
      if (sums) step(sums, at, -scope, -completed);
      sums = next;
      scope = 0;
      completed = 0;
    }
    if (!sums) continue;
    const scopeBefore = scope;
    const completedBefore = completed;
    scope = scopeAt(states, index);
    completed = completedAt(states, index);
    step(sums, at, scope - scopeBefore, completed - completedBefore);
  }
}

function step(sums: Sums, at: Instant, scope: number, completed: number): void {
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
