import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { IssueScope } from '@tallyboard/core/history/scope-types.ts';
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

/** The parts of issues in each measure, also unestimated ones with 0. */
export class MeasureSums {
  private readonly parts = new Map<MeasureId, Map<number, number>>();

  add(measure: MeasureId, row: number, part: number): void {
    let rows = this.parts.get(measure);
    if (!rows) {
      rows = new Map();
      this.parts.set(measure, rows);
    }
    rows.set(row, (rows.get(row) ?? 0) + part);
  }

  join(other: MeasureSums): void {
    for (const [measure, rows] of other.parts)
      for (const [row, part] of rows) this.add(measure, row, part);
  }

  /** Divides by the number of periods with `over`. */
  figure(measure: MeasureId, over = 1): Figure {
    const entries = [...(this.parts.get(measure) ?? [])].sort(([a], [b]) => a - b);
    const { value, issues, parts } = sumOfEntries(entries);
    const shares = Float64Array.from(parts, part => part / over);
    return statisticOf('sum', issues, shares, (value ?? 0) / over);
  }

  /** Only completed if not `all`. */
  measures(all: boolean): Measures {
    const figures = MEASURE_IDS.map(id => [id, all || id === 'completed' ? this.figure(id) : null]);
    return Object.fromEntries(figures);
  }

  rows(): Set<number> {
    const rows = new Set<number>();
    for (const each of this.parts.values()) for (const row of each.keys()) rows.add(row);
    return rows;
  }
}

/** Sums of a whole and of each person in it; '' is nobody. */
export interface PeopleSums {
  readonly all: MeasureSums;
  readonly people: Map<string, { readonly assignee: Assignee | null; readonly sums: MeasureSums }>;
}

export function noSums(): PeopleSums {
  return { all: new MeasureSums(), people: new Map() };
}

/** Adds a part to the whole and to a person. */
export function addPart(
  { all, people }: PeopleSums,
  measure: MeasureId,
  row: number,
  part: number,
  assignee: Assignee | null,
): void {
  all.add(measure, row, part);
  const id = assignee?.id ?? '';
  const person = people.get(id) ?? { assignee, sums: new MeasureSums() };
  people.set(id, person);
  person.sums.add(measure, row, part);
}

/**
 * Returns the sums of a sprint's scope. Commitment and scope changes belong to the assignee at the start, or when the
 * issue was added; completed work to the assignee at completion; scope and carried over work to the assignee at the end,
 * who took it over if it had another assignee before.
 */
export function sumScope({ issues, changes }: Scope): PeopleSums {
  const sums = noSums();
  const owners = new Map<number, Assignee | null>();
  for (const issue of issues) {
    owners.set(issue.row, issue.committedTo);
    sumIssue(sums, issue);
  }
  for (const { row, reason, amount } of changes) {
    const owner = owners.get(row) ?? null;
    if (reason === 'removed') addPart(sums, 'removed', row, -amount, owner);
    else if (reason === 're-estimated') addPart(sums, 'reEstimated', row, amount, owner);
    else addPart(sums, 'added', row, amount, owner);
  }
  return sums;
}

function sumIssue(sums: PeopleSums, issue: IssueScope): void {
  const { row } = issue;
  const holder = issue.states.at(-1)?.assignee ?? null;
  if (issue.wasCommitted) addPart(sums, 'committed', row, issue.committed, issue.committedTo);
  if (issue.isFinal) addPart(sums, 'scope', row, issue.final, holder);
  if (issue.isFinal && (holder?.id ?? '') !== (issue.committedTo?.id ?? '')) {
    addPart(sums, 'handedOver', row, issue.final, issue.committedTo);
    addPart(sums, 'takenOver', row, issue.final, holder);
  }
  if (issue.isCompleted) addPart(sums, 'completed', row, issue.completed, issue.completedBy);
  else if (issue.isFinal) addPart(sums, 'carriedOver', row, issue.final, holder);
}
