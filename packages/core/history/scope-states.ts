import type { IssueRows } from '../model/dataset.ts';
import type { Instant } from '../time/units.ts';
import type { Assignee } from './timeline.ts';

/** Columns with one entry per state of an issue, from `at` on, by row and time. There may be a million issues. */
export interface ScopeStates {
  /** Position in `dataset.issues`. */
  readonly row: Uint32Array;
  readonly at: Float64Array;
  /** Values of `ScopeKind`. */
  readonly kind: Uint8Array;
  /** In the estimator's unit; 0 if unestimated. */
  readonly estimate: Float64Array;
  readonly assignee: readonly (Assignee | null)[];
}

export const OUT_OF_SCOPE = 0;
export const OPEN = 1;
export const COMPLETED = 2;
export type ScopeKind = typeof OUT_OF_SCOPE | typeof OPEN | typeof COMPLETED;

/** Whether the state at a position is the first one of its issue. */
export const isFirst = ({ row }: Pick<ScopeStates, 'row'>, index: number): boolean =>
  index === 0 || row[index - 1] !== row[index];

/** Whether the state at a position is the last one of its issue. */
export const isLast = ({ row }: Pick<ScopeStates, 'row'>, index: number): boolean =>
  index === row.length - 1 || row[index + 1] !== row[index];

/** What the state at a position adds to the scope. */
export const scopeAt = ({ kind, estimate }: ScopeStates, index: number): number =>
  kind[index] === OUT_OF_SCOPE ? 0 : estimate[index]!;

/** What the state at a position adds to the completed work. */
export const completedAt = ({ kind, estimate }: ScopeStates, index: number): number =>
  kind[index] === COMPLETED ? estimate[index]! : 0;

export function rowsOfStates(states: Pick<ScopeStates, 'row'>): IssueRows {
  const { row } = states;
  const rows = new Uint32Array(row.length);
  let length = 0;
  for (let index = 0; index < row.length; index++)
    if (isFirst(states, index)) rows[length++] = row[index]!;
  return rows.slice(0, length);
}

/** Collects states, issue by issue. */
export class StateList {
  readonly #row: number[] = [];
  readonly #at: number[] = [];
  readonly #kind: number[] = [];
  readonly #estimate: number[] = [];
  readonly #assignee: (Assignee | null)[] = [];

  get length(): number {
    return this.#row.length;
  }

  add(
    row: number,
    at: Instant,
    kind: ScopeKind,
    estimate: number | null,
    assignee: Assignee | null,
  ): void {
    this.#row.push(row);
    this.#at.push(at);
    this.#kind.push(kind);
    this.#estimate.push(estimate ?? 0);
    this.#assignee.push(assignee);
  }

  /** Removes the states from a position on. */
  truncate(length: number): void {
    const lists = [this.#row, this.#at, this.#kind, this.#estimate, this.#assignee];
    for (const list of lists) list.length = length;
  }

  finish(): ScopeStates {
    return {
      row: new Uint32Array(this.#row),
      at: new Float64Array(this.#at),
      kind: new Uint8Array(this.#kind),
      estimate: new Float64Array(this.#estimate),
      assignee: this.#assignee,
    };
  }
}
