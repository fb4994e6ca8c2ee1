import {
  dashForZero,
  formatCount,
  formatFixed,
  formatNumber,
  formatPercent,
  formatShare,
} from '@tallyboard/ui/text/numbers.ts';
import { type Drill, partOf } from '../figures/drill.ts';

/** How the numbers of a column are written on screen and in files. */
export interface Unit {
  /** Behind the head on screen: 'h'. */
  readonly sign?: string;
  /** Behind the head in a file: ' (Hours)'. */
  readonly suffix: string;
  /** What a number is divided by in a file: 3,600 where the result has seconds and the file hours. */
  readonly scale: number;
  /** Decimals in a file at most; 2 where absent. */
  readonly decimals?: 0;
  /** A number of the result on screen; null is not available. */
  readonly text: (value: number | null) => string;
  /** How the contribution of an issue is written. */
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

/** Of seconds. Two decimals line up in a column. */
export const HOURS: Unit = {
  sign: 'h',
  suffix: ' (Hours)',
  scale: 3600,
  text: dashForZero(value => formatFixed(value / 3600, 2)),
  part: partOf('seconds'),
};

/** Of seconds, written with their units: '7h 30m'. */
export const durations = (text: (seconds: number | null) => string): Unit => ({
  suffix: ' (Hours)',
  scale: 3600,
  text,
  part: partOf('seconds'),
});

export const PERCENT: Unit = {
  sign: '%',
  suffix: ' (%)',
  scale: 1,
  text: dashForZero(formatShare),
};

/** Written with its sign: '47%'. */
export const SIGNED_PERCENT: Unit = { suffix: ' (%)', scale: 1, decimals: 0, text: formatPercent };

/** What a file has of a number of the result. */
export function inFile(value: number, { scale, decimals }: Unit): number {
  const steps = decimals === 0 ? 1 : 100;
  return Math.round((value * steps) / scale) / steps;
}
