/** Sums of decimals differ in their last digits, as 0.1 + 0.2 does from 0.3: such differences, as a share, are none. */
export const PRECISION = 1e-9;

/** Whether a value is above another one. */
export const isMore = (value: number, other: number): boolean =>
  value - other > PRECISION * Math.max(Math.abs(value), Math.abs(other));
