import type { IssueScope } from '@tallyboard/core/history/issue-scope.ts';
import type { Scope } from '@tallyboard/core/history/scope.ts';
import { isFirst, OUT_OF_SCOPE, type ScopeStates } from '@tallyboard/core/history/scope-states.ts';
import type { Assignee } from '@tallyboard/core/history/timeline.ts';
import { statisticOf, sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';

/** The header of each measure, and why an issue counts in it. */
export const MEASURES = {
  committed: ['Committed', 'In the sprint at its start, and not done then.'],
  added: ['Added', 'Added, created in the sprint, or reopened after the start.'],
  removed: ['Removed', 'Taken out of the sprint after the start.'],
  reEstimated: ['Re-estimated', 'Estimate changed while in scope.'],
  /** Work in scope that changed hands, with its estimate at that time. */
  handedOver: ['Reassigned out', 'Theirs in scope until it was given to somebody else.'],
  takenOver: ['Reassigned in', "Somebody else's in scope until it was given to them."],
  /** committed + added + re-estimated - removed - handed over + taken over */
  scope: ['Scope', 'In scope at the end.'],
  completed: ['Completed', 'Done at the end, and not at the start.'],
  /** scope - completed */
  carriedOver: ['Carried over', 'In the sprint at its end, and not done.'],
} as const;

export type MeasureId = keyof typeof MEASURES;
export const MEASURE_IDS = Object.keys(MEASURES) as MeasureId[];

/** Sums in issues, points or seconds. An interval has only what was completed, the others are null. */
export type Measures = Readonly<Record<Exclude<MeasureId, 'completed'>, Figure | null>> & {
  readonly completed: Figure;
};

/** The part of an issue in a measure, 0 if unestimated, and the person it belongs to. */
export interface Part {
  readonly measure: MeasureId;
  readonly row: number;
  readonly amount: number;
  readonly assignee: Assignee | null;
}

/** By user id; '' is nobody. */
export const byPerson = (parts: readonly Part[]): ReadonlyMap<string, readonly Part[]> =>
  Map.groupBy(parts, ({ assignee }) => assignee?.id ?? '');

/** Only completed if not `full`. */
export function measuresOf(parts: readonly Part[], full: boolean): Measures {
  const byMeasure = Map.groupBy(parts, ({ measure }) => measure);
  const figures = MEASURE_IDS.map(id => [
    id,
    full || id === 'completed' ? sumOf(byMeasure.get(id) ?? []) : null,
  ]);
  return Object.fromEntries(figures);
}

/** Means over a number of periods. */
export function averageOf(parts: readonly Part[], over: number, full: boolean) {
  const mean = (id: MeasureId) =>
    sumOf(
      parts.filter(({ measure }) => measure === id),
      over,
    );
  return { committed: full ? mean('committed') : null, completed: mean('completed') };
}

function sumOf(parts: readonly Part[], over = 1): Figure {
  const byRow = new Map<number, number>();
  for (const { row, amount } of parts) byRow.set(row, (byRow.get(row) ?? 0) + amount);
  const sum = sumOfEntries([...byRow].sort(([a], [b]) => a - b));
  const shares = Float64Array.from(sum.parts, part => part / over);
  return statisticOf('sum', sum.issues, shares, (sum.value ?? 0) / over);
}

/**
 * Returns the parts of a sprint's scope. Each change of scope belongs to the assignee at its instant, a removal to the one
 * before it; completed work to the assignee at completion, scope and carried over work to the assignee at the end.
 *
 *   Ana 2pt   re-estimated to 5   given to Ben   re-estimated to 8
 *   Ana: committed 2, re-estimated +3, handed over 5      Ben: taken over 5, re-estimated +3, scope 8
 */
export function scopeParts({ issues, states }: Scope): readonly Part[] {
  const parts = issues.flatMap(issueParts);
  for (let at = 1; at < states.row.length; at++)
    if (!isFirst(states, at)) addChangeParts(states, at, parts);
  return parts;
}

function issueParts(issue: IssueScope): Part[] {
  const { row, committed, committedTo, final, isFinal, assignee: holder } = issue;
  const parts: Part[] = [];
  const add = (measure: MeasureId, amount: number, assignee: Assignee | null) =>
    parts.push({ measure, row, amount, assignee });
  if (issue.wasCommitted) add('committed', committed, committedTo);
  if (isFinal) add('scope', final, holder);
  if (issue.isCompleted) add('completed', issue.completed, issue.completedBy);
  else if (isFinal) add('carriedOver', final, holder);
  return parts;
}

/** The change of scope, or of hands, from the state before. */
function addChangeParts(states: ScopeStates, at: number, parts: Part[]): void {
  const { kind, estimate, assignee } = states;
  const row = states.row[at]!;
  const stateAt = (index: number) => ({
    inside: kind[index] !== OUT_OF_SCOPE,
    amount: estimate[index]!,
    holder: assignee[index] ?? null,
  });
  const [before, now] = [stateAt(at - 1), stateAt(at)];
  const add = (measure: MeasureId, amount: number, holder: Assignee | null) =>
    parts.push({ measure, row, amount, assignee: holder });
  if (before.inside && now.inside) {
    if (before.holder?.id !== now.holder?.id) {
      add('handedOver', before.amount, before.holder);
      add('takenOver', before.amount, now.holder);
    }
    const change = now.amount - before.amount;
    if (change !== 0) add('reEstimated', change, now.holder);
  } else if (now.inside) add('added', now.amount, now.holder);
  else if (before.inside) add('removed', before.amount, before.holder);
}
