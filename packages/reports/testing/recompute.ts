/** What a figure comes to by its kind alone, from its issues and their parts. Shares no code with the reports. */

import type { Figure, Statistic } from '@tallyboard/core/model/result.ts';

/** Returns why the figure is not what its issues make; null where it is. */
export function faultOf(figure: Figure): string | null {
  const { kind, value, issues, parts } = figure;
  for (let i = 1; i < issues.length; i++)
    if ((issues[i] as number) <= (issues[i - 1] as number)) return 'Its rows do not ascend.';
  if (kind === 'count')
    return value === issues.length ? null : `A count of ${issues.length} is ${value}.`;
  if (parts.length !== issues.length) return `${parts.length} parts of ${issues.length} issues.`;
  const expected = statistic(kind, [...parts]);
  return sameNumber(value, expected) ? null : `The ${kind} is ${expected}, not ${value}.`;
}

function statistic(kind: Statistic, parts: number[]): number | null {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (kind === 'sum') return sum;
  if (parts.length === 0) return null;
  const sorted = parts.toSorted((a, b) => a - b);
  const rank = (number: number) => sorted[number - 1] as number;
  const { length } = sorted;
  if (kind === 'mean') return sum / length;
  if (kind === 'max') return rank(length);
  if (kind === 'median')
    return (rank(Math.ceil(length / 2)) + rank(Math.floor(length / 2) + 1)) / 2;
  const percent = Number(/^percentile(\d+)$/.exec(kind)?.[1]);
  return rank(Math.ceil((percent * length) / 100));
}

export function sameNumber(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b));
}

/** Every figure of a result. */
export function* figuresOf(at: unknown): Generator<Figure> {
  if (typeof at !== 'object' || at === null || ArrayBuffer.isView(at)) return;
  if ('kind' in at && 'issues' in at && at.issues instanceof Uint32Array) yield at as Figure;
  else for (const below of Object.values(at)) yield* figuresOf(below);
}
