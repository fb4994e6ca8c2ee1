/**
 * A figure as the values of its issues, which are put in and taken out one by one: its number by its kind, and what each issue
 * does to it.
 *
 *   mean of A-1 2, A-2 4 is 3     A-3 9 joins: 5, of which A-3 has (9 - 3) / 3 = 2
 */

import { percentileOfSorted } from '../measure/statistics.ts';
import type { IssueId } from '../model/ids.ts';
import type { Figure } from '../model/result.ts';

/** 'share' is one figure in percent of another. */
export type FigureKind = Figure['kind'] | 'share';

/** What an issue has in a figure, and for a share in its whole; undefined where it is not in it. */
export interface Entry {
  readonly n: number | undefined;
  readonly d: number | undefined;
}

export const NO_ENTRY: Entry = { n: undefined, d: undefined };

export const sameEntry = (a: Entry, b: Entry): boolean => a.n === b.n && a.d === b.d;

export class FigureState {
  readonly #kind: FigureKind;
  readonly #entries = new Map<IssueId, Entry>();
  #sum = 0;
  #whole = 0;
  /** Of statistics that have no parts; in order. */
  readonly #sorted: number[] = [];

  constructor(kind: FigureKind, entries: Iterable<readonly [IssueId, Entry]> = []) {
    this.#kind = kind;
    for (const [id, entry] of entries) this.set(id, entry);
  }

  get(id: IssueId): Entry {
    return this.#entries.get(id) ?? NO_ENTRY;
  }

  set(id: IssueId, entry: Entry): void {
    const before = this.get(id);
    this.#entries.set(id, entry);
    this.#sum += (entry.n ?? 0) - (before.n ?? 0);
    this.#whole += this.#weight(entry) - this.#weight(before);
    if (hasParts(this.#kind)) return;
    if (before.n !== undefined) this.#sorted.splice(placeIn(this.#sorted, before.n), 1);
    if (entry.n !== undefined) this.#sorted.splice(placeIn(this.#sorted, entry.n), 0, entry.n);
  }

  /** Null is not available. */
  value(): number | null {
    if (this.#kind === 'count' || this.#kind === 'sum') return this.#sum;
    if (this.#kind === 'mean') return this.#whole === 0 ? null : this.#sum / this.#whole;
    if (this.#kind === 'share') return this.#whole === 0 ? 0 : (100 * this.#sum) / this.#whole;
    return statistic(this.#kind, this.#sorted);
  }

  /**
   * What changed issues add to the number, in their order: the parts add up to its change. Null for a statistic without parts.
   * Puts them in.
   */
  change(changed: readonly (readonly [IssueId, Entry])[]): readonly number[] | null {
    const before = changed.map(([id]) => this.get(id));
    const [whole, value] = [this.#whole, this.value() ?? 0];
    for (const [id, entry] of changed) this.set(id, entry);
    if (!hasParts(this.#kind)) return null;
    const scale = this.#kind === 'share' ? 100 : 1;
    return changed.map(([, entry], at) => {
      const was = before[at] ?? NO_ENTRY;
      const added = (entry.n ?? 0) - (was.n ?? 0);
      if (this.#kind === 'count' || this.#kind === 'sum') return added;
      if (this.#whole === 0) return whole === 0 ? 0 : (-scale * (was.n ?? 0)) / whole;
      const weight = this.#weight(entry) - this.#weight(was);
      return (scale * added - value * weight) / this.#whole;
    });
  }

  #weight({ n, d }: Entry): number {
    if (this.#kind === 'share') return d ?? 0;
    return n === undefined ? 0 : 1;
  }
}

export const hasParts = (kind: FigureKind): boolean =>
  kind === 'count' || kind === 'sum' || kind === 'mean' || kind === 'share';

function statistic(kind: FigureKind, sorted: readonly number[]): number | null {
  const { length } = sorted;
  if (length === 0) return null;
  if (kind === 'max') return sorted[length - 1] ?? null;
  if (kind === 'median') {
    const [low, high] = [sorted[(length - 1) >> 1] ?? 0, sorted[length >> 1] ?? 0];
    return (low + high) / 2;
  }
  return percentileOfSorted(Float64Array.from(sorted), Number(kind.slice('percentile'.length)));
}

/** The place of the first number that is not less. */
function placeIn(sorted: readonly number[], value: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
