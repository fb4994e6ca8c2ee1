/**
 * How often a condition fires by chance: the same values in random order, in which no change has a time.
 *
 *   values 1 1 1 9 9 9, above 5: fires once; in random order mostly two or three times
 */

import { randomNumbers } from '../forecast/sample.ts';
import { type AlertRule, type Observation, replayAlert } from './alert-machine.ts';

export interface FalseAlarms {
  readonly shuffles: number;
  /** Crossings in one order, on average. */
  readonly mean: number;
  /** In the middle 90 percent of the orders. */
  readonly low: number;
  readonly high: number;
}

const SHUFFLES = 200;
/** Fewer values have too few orders. */
const MIN_VALUES = 10;

/** Null with too few values. `observe` makes the observations of values in an order. */
export function falseAlarms(
  rule: AlertRule,
  values: readonly number[],
  observe: (values: readonly number[]) => readonly Observation[],
): FalseAlarms | null {
  if (values.length < MIN_VALUES) return null;
  // One question has one answer.
  const next = randomNumbers(1);
  const counts = Array.from({ length: SHUFFLES }, () => {
    const { events } = replayAlert(rule, observe(shuffled(values, next)));
    return events.filter(({ kind }) => kind === 'crossed').length;
  }).sort((a, b) => a - b);
  return {
    shuffles: SHUFFLES,
    mean: counts.reduce((sum, count) => sum + count, 0) / SHUFFLES,
    low: counts[Math.floor(0.05 * (SHUFFLES - 1))] ?? 0,
    high: counts[Math.ceil(0.95 * (SHUFFLES - 1))] ?? 0,
  };
}

/** Fisher and Yates. */
function shuffled(values: readonly number[], next: () => number): readonly number[] {
  const list = [...values];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [list[at], list[other]] = [list[other] ?? 0, list[at] ?? 0];
  }
  return list;
}
