import {
  dashForZero,
  formatCount,
  formatFixed,
  formatNumber,
  formatPercent,
  formatShare,
} from '@tallyboard/ui/text/numbers.ts';
import { type Drill, partOf } from '../figures/drill.ts';

/** Format of a column's numbers on screen and in files. */
export interface Unit {
  /** After the head on screen: 'h'. */
  readonly sign?: string;
  /** After the head in files: ' (Hours)'. */
  readonly suffix: string;
  /** As programs read it, if the head in files does not have it. */
  readonly name?: string;
  /** Divisor of numbers in files: 3,600 for seconds as hours. */
  readonly scale: number;
  /** Decimals in files; 6 for parts of an hour or a day, so that cells add up to the second, else 2. */
  readonly decimals?: 0;
  /** A number on screen; null is not available. */
  readonly text: (value: number | null) => string;
  /** Format of an issue's contribution. */
  readonly part?: Drill['part'];
}

export const ISSUES: Unit = { suffix: '', scale: 1, text: dashForZero(formatCount) };

export const POINTS: Unit = {
  sign: 'points',
  suffix: ' (Points)',
  scale: 1,
  text: dashForZero(value => formatNumber(value, 2)),
  part: partOf('points'),
};

/** For seconds. Two decimals line up in a column. */
export const HOURS: Unit = {
  sign: 'h',
  suffix: ' (Hours)',
  scale: 3600,
  text: dashForZero(value => formatFixed(value / 3600, 2)),
  part: partOf('seconds'),
};

/** For seconds, with units: '7h 30m'. */
export const durations = (text: (seconds: number | null) => string): Unit => ({
  suffix: ' (Hours)',
  scale: 3600,
  text,
  part: partOf('seconds'),
});

/** For days, with one decimal. */
export const DAYS: Unit = {
  sign: 'days',
  suffix: ' (days)',
  scale: 1,
  text: value => formatFixed(value, 1),
  part: { label: 'Days', format: value => formatFixed(value, 1) },
};

export const PERCENT: Unit = {
  sign: '%',
  suffix: ' (%)',
  scale: 1,
  text: dashForZero(formatShare),
};

/** '+47' above what it is compared with, '−47' below. */
export const COMPARED_PERCENT: Unit = {
  ...PERCENT,
  text: dashForZero(value => (value > 0 ? `+${formatShare(value)}` : formatShare(value))),
};

/** Written with its sign: '47%'. */
export const SIGNED_PERCENT: Unit = { suffix: ' (%)', scale: 1, decimals: 0, text: formatPercent };

/** As programs read it: 'hours', 'days', 'points', '%', or 'share' from 0 to 1; undefined for counts. */
export const unitName = (unit: Unit | undefined): string | undefined =>
  unit?.name ?? (unit?.suffix ? unit.suffix.replaceAll(/[ ()]/g, '').toLowerCase() : undefined);

/** A number of programs with its unit, as sentences say it: '12.5 hours', '85%', '−3'. */
export function withUnit(value: number, unit: string | undefined, digits = 1): string {
  if (unit === 'share') return `${formatNumber(100 * value, digits)}%`;
  return formatNumber(value, digits) + (unit === '%' ? '%' : unit ? ` ${unit}` : '');
}

/** A duration in full; other numbers as in text files. */
export const inProgram = (value: number, unit: Unit): number =>
  unit.scale === 1 || unit.decimals === 0 ? inFile(value, unit) : value / unit.scale;

export function inFile(value: number, { scale, decimals }: Unit): number {
  const steps = decimals === 0 ? 1 : scale === 1 ? 100 : 1_000_000;
  return Math.round((value * steps) / scale) / steps;
}
