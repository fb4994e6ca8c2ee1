import type { IssueScope } from '@tallyboard/core/history/issue-scope.ts';
import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { Assignee } from '@tallyboard/core/history/timeline.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { statisticOf, sumOfEntries } from '@tallyboard/report-kit/figures/figures.ts';

/** The header of each measure, and why an issue counts in it. */
export const MEASURES = {
  committed: ['Committed', 'In the sprint at its start, and not done then.'],
  added: ['Added', 'Added, created in the sprint, or reopened after the start.'],
  removed: ['Removed', 'Taken out of the sprint after the start.'],
  reEstimated: ['Re-estimated', 'Estimate changed while in scope.'],
  /** Work of one person at the start, or when added, and of another at the end. */
  handedOver: [
    'Handed over',
    "Theirs at the start, or when it came in, and somebody else's at the end.",
  ],
  takenOver: [
    'Taken over',
    "Theirs at the end, and somebody else's at the start or when it came in.",
  ],
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
 * Returns the parts of a sprint's scope. Commitment and scope changes belong to the assignee at the start, or when the
 * issue was added; completed work to the assignee at completion; scope and carried over work to the assignee at the end,
 * who took it over if it had another assignee before.
 */
export function scopeParts({ issues, changes }: Scope): readonly Part[] {
  const owners = new Map(issues.map(({ row, committedTo }) => [row, committedTo]));
  const changed = changes.map(({ row, reason, amount }): Part => {
    const assignee = owners.get(row) ?? null;
    if (reason === 'removed') return { measure: 'removed', row, amount: -amount, assignee };
    return { measure: reason === 're-estimated' ? 'reEstimated' : 'added', row, amount, assignee };
  });
  return [...issues.flatMap(issueParts), ...changed];
}

function issueParts(issue: IssueScope): readonly Part[] {
  const { row, committed, committedTo, final, isFinal, assignee: holder } = issue;
  const parts: Part[] = [];
  const add = (measure: MeasureId, amount: number, assignee: Assignee | null) =>
    parts.push({ measure, row, amount, assignee });
  if (issue.wasCommitted) add('committed', committed, committedTo);
  if (isFinal) add('scope', final, holder);
  if (isFinal && holder?.id !== committedTo?.id) {
    add('handedOver', final, committedTo);
    add('takenOver', final, holder);
  }
  if (issue.isCompleted) add('completed', issue.completed, issue.completedBy);
  else if (isFinal) add('carriedOver', final, holder);
  return parts;
}
