/**
 * How much of its buffer a row has used (FLOW, The programme). The buffer lies between the 50 % date as of its start and its
 * target.
 *
 *   50 % date at the start 1 June, target 21 June, 50 % date now 11 June      half of 20 days used
 *   at progress 0.2 yellow begins at 27 %, red at 44 %: red
 */

export interface Fever {
  readonly state: 'green' | 'yellow' | 'red';
  /** The share of the buffer; below 0 where the date came nearer. */
  readonly used: number;
  /** In days. */
  readonly buffer: number;
}

/** @param progress from 0 to 1. Days are of one count. */
export function feverOf(target: number, atStart: number, now: number, progress: number): Fever {
  const buffer = Math.max(1, target - atStart);
  const used = (now - atStart) / buffer;
  const state =
    used >= 0.3 + 0.7 * progress ? 'red' : used >= 0.15 + 0.6 * progress ? 'yellow' : 'green';
  return { state, used, buffer };
}
