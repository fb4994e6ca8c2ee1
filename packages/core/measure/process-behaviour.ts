/**
 * XmR charts (process behaviour charts, Wheeler): limits of the variation that a process has without a special cause.
 *
 *   values 4 6 5 7: mean 5.5, moving ranges 2 1 2, their mean 5/3; limits 5.5 ± 2.66 * 5/3
 */

import { PRECISION } from './precision.ts';
import { mean } from './statistics.ts';

export type SignalRule = 'beyond-limit' | '2-of-3' | '4-of-5' | '8-on-one-side';

export interface ProcessBehaviour {
  readonly mean: number;
  /** Not beyond the least possible value. */
  readonly lower: number;
  /** Not beyond the largest possible value. */
  readonly upper: number;
  /** The limit of the moving range. */
  readonly rangeLimit: number;
  /** Positions of values that complete a pattern. */
  readonly signals: readonly { readonly at: number; readonly rule: SignalRule }[];
}

/** Scaling factors of individual values and of moving ranges of two. */
const LIMIT_FACTOR = 2.66;
const RANGE_FACTOR = 3.267;
const SIGMA_FACTOR = 1.128;

const ZONE_RULES: readonly (readonly [
  rule: SignalRule,
  hits: number,
  of: number,
  sigmas: number,
])[] = [
  ['2-of-3', 2, 3, 2],
  ['4-of-5', 4, 5, 1],
  ['8-on-one-side', 8, 8, 0],
];

/** The values that a measure can have; null without an end. */
export interface PossibleValues {
  readonly least: number | null;
  readonly most: number | null;
}

const COUNTS: PossibleValues = { least: 0, most: null };

/** Null with fewer than two values, which have no moving range. */
export function processBehaviour(
  values: readonly number[],
  { least, most }: PossibleValues = COUNTS,
): ProcessBehaviour | null {
  const center = mean(values);
  const range = mean(values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? 0))));
  if (center === null || range === null) return null;
  const upper = center + LIMIT_FACTOR * range;
  const lower = center - LIMIT_FACTOR * range;
  const sigma = range / SIGMA_FACTOR;
  const noise = PRECISION * Math.max(...values.map(Math.abs));
  const signals = values.flatMap((value, at) => {
    const found: { at: number; rule: SignalRule }[] = [];
    // No value is beyond a limit that no value can reach.
    const isAbove = value > upper + noise && (most === null || upper < most);
    const isBelow = value < lower - noise && (least === null || lower > least);
    if (isAbove || isBelow) found.push({ at, rule: 'beyond-limit' });
    for (const [rule, hits, of, sigmas] of ZONE_RULES)
      if (completes(values, at, center, sigmas * sigma + noise, hits, of)) found.push({ at, rule });
    return found;
  });
  return {
    mean: center,
    lower: least === null ? lower : Math.max(least, lower),
    upper: most === null ? upper : Math.min(most, upper),
    rangeLimit: RANGE_FACTOR * range,
    signals,
  };
}

/** Whether the value at `at` is the last of `hits` among `of` values beyond a distance on one side of the centre. */
function completes(
  values: readonly number[],
  at: number,
  center: number,
  distance: number,
  hits: number,
  of: number,
): boolean {
  if (at + 1 < of) return false;
  const side = Math.sign((values[at] ?? 0) - center);
  if (side === 0) return false;
  const isBeyond = (value: number) => (value - center) * side > distance;
  const window = values.slice(at + 1 - of, at + 1);
  return isBeyond(values[at] ?? 0) && window.filter(isBeyond).length >= hits;
}
