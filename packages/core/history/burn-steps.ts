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

/**
 * Returns the steps of scope and completed work, first the totals at the start, then each change, in order of time
 * with one step an instant. Remaining is scope - completed. `isTheirs` narrows to the work of one person at the time.
 */
export function burnSteps(
  scope: Scope,
  isTheirs: (assignee: Assignee | null) => boolean = () => true,
): BurnStep[] {
  const at = new Map<Instant, { scope: number; completed: number }>();
  for (const issue of scope.issues) {
    let previous = { scope: 0, completed: 0 };
    for (const state of issue.states) {
      const inside = state.inScope && isTheirs(state.assignee) ? state.estimate : 0;
      const next = { scope: inside, completed: state.done ? inside : 0 };
      const change = {
        scope: next.scope - previous.scope,
        completed: next.completed - previous.completed,
      };
      previous = next;
      if (change.scope === 0 && change.completed === 0) continue;
      const sum = at.get(state.at) ?? { scope: 0, completed: 0 };
      at.set(state.at, {
        scope: sum.scope + change.scope,
        completed: sum.completed + change.completed,
      });
    }
  }
  const steps: BurnStep[] = [];
  let total = at.get(scope.window.from) ?? { scope: 0, completed: 0 };
  steps.push({ at: scope.window.from, ...total });
  for (const instant of [...at.keys()].sort((a, b) => a - b)) {
    if (instant === scope.window.from) continue;
    const change = at.get(instant) ?? { scope: 0, completed: 0 };
    total = { scope: total.scope + change.scope, completed: total.completed + change.completed };
    steps.push({ at: instant, ...total });
  }
  return steps;
}
