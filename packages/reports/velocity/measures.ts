/** The figures of velocity: what was committed, what the scope went through, and what was completed. */

import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { IssueScope } from '@tallyboard/core/history/scope-types.ts';
import type { Assignee } from '@tallyboard/core/history/timeline.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { statisticOf, sumOfEntries } from '@tallyboard/report-kit/figures/figures.ts';

/** Sums in issues, points or seconds. Null where it cannot be: an interval has nothing but completed. */
export interface Measures {
  readonly committed: Figure | null;
  readonly added: Figure | null;
  readonly removed: Figure | null;
  readonly reEstimated: Figure | null;
  /** What changed hands: belonged to one person at the start, or when it came in, and to another at the end. */
  readonly handedOver: Figure | null;
  readonly takenOver: Figure | null;
  /** committed + added + re-estimated - removed - handed over + taken over */
  readonly scope: Figure | null;
  readonly completed: Figure;
  /** scope - completed */
  readonly carriedOver: Figure | null;
}

export type MeasureId = keyof Measures;
export const MEASURE_IDS = [
  'committed',
  'added',
  'removed',
  'reEstimated',
  'handedOver',
  'takenOver',
  'scope',
  'completed',
  'carriedOver',
] as const satisfies MeasureId[];

/** What one issue adds to each measure; rows that are in a measure with 0 (unestimated) are kept. */
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

  /** Adds all of another one. */
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

  /** `all` false leaves only what was completed. */
  measures(all: boolean): Measures {
    const figure = (measure: MeasureId) => (all ? this.figure(measure) : null);
    return {
      committed: figure('committed'),
      added: figure('added'),
      removed: figure('removed'),
      reEstimated: figure('reEstimated'),
      handedOver: figure('handedOver'),
      takenOver: figure('takenOver'),
      scope: figure('scope'),
      completed: this.figure('completed'),
      carriedOver: figure('carriedOver'),
    };
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
 * issue came in; what was completed to the assignee at completion; scope and what was carried over to the assignee at
 * the end, who took it over from the first where that is somebody else.
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
