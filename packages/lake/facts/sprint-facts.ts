import {
  rowsBySprint,
  type Scope,
  sprintScope,
  sprintWindow,
} from '@tallyboard/core/history/scope.ts';
import {
  completedAt,
  isFirst,
  OUT_OF_SCOPE,
  scopeAt,
} from '@tallyboard/core/history/scope-states.ts';
import { estimator } from '@tallyboard/core/measure/estimate.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Derivation } from './derivation.ts';

const UNITS = { issues: 'count', points: 'points', seconds: 'time' } as const;
type Unit = keyof typeof UNITS;

export function addSprints(derivation: Derivation): void {
  const { dataset, context, done, sprints } = derivation;
  const units = Object.entries(UNITS).map(([unit, estimation]) => ({
    unit: unit as Unit,
    estimator: estimator({ estimation, pointsField: null, pointsScope: 'all' }, dataset),
  }));
  for (const [id, rows] of rowsBySprint(dataset, sprints)) {
    const sprint = dataset.sprints.get(id);
    const window = sprint ? sprintWindow(sprint, context.asOf) : null;
    if (window === null) continue;
    for (const { unit, estimator } of units) {
      const settings = { estimator, done, sprints };
      const scope = sprintScope(dataset, rows, id, window, settings);
      addScope(derivation, id, unit, scope);
      addSteps(derivation, id, unit, scope);
    }
  }
}

function addScope(
  { dataset, add, entities }: Derivation,
  sprint_id: SprintId,
  unit: Unit,
  { issues, states }: Scope,
): void {
  const inside = new Set(states.row.filter((_, at) => states.kind[at] !== OUT_OF_SCOPE));
  for (const each of issues) {
    // Done since before the start: in the sprint, never in its scope.
    if (!inside.has(each.row)) continue;
    add('sprint_scope', {
      sprint_id,
      issue_id: Number(dataset.issues[each.row]!.id),
      unit,
      committed: each.committed,
      added: each.added,
      removed: each.removed,
      re_estimated: each.reEstimated,
      final: each.final,
      completed: each.completed,
      was_committed: each.wasCommitted,
      is_final: each.isFinal,
      is_completed: each.isCompleted,
      unestimated: each.unestimated,
      committed_to: entities.named(each.committedTo),
      completed_by: entities.named(each.completedBy),
      completed_at: each.completedAt,
    });
  }
}

function addSteps(
  { dataset, add, dayOf }: Derivation,
  sprint_id: SprintId,
  unit: Unit,
  { states }: Scope,
): void {
  let position = 0;
  let before = { scope: 0, completed: 0 };
  for (let index = 0; index < states.row.length; index++) {
    if (isFirst(states, index)) {
      position = 0;
      before = { scope: 0, completed: 0 };
    }
    const now = { scope: scopeAt(states, index), completed: completedAt(states, index) };
    const scope = now.scope - before.scope;
    const completed = now.completed - before.completed;
    before = now;
    if (scope === 0 && completed === 0) continue;
    const at = states.at[index]!;
    const issue_id = Number(dataset.issues[states.row[index]!]!.id);
    const day = dayOf(at);
    add('sprint_step', {
      sprint_id,
      issue_id,
      unit,
      position: position++,
      at,
      day,
      scope,
      completed,
    });
  }
}
