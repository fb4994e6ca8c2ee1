import './heat.css';

/** From 0, none, to 5. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4 | 5;

const LEVELS = 5;

/** The level of a value on a scale from 0 to `max` in five equal steps; anything above 0 is at least 1. */
export function heatLevel(value: number | null, max: number): HeatLevel {
  if (value === null || value <= 0 || max <= 0) return 0;
  return Math.min(LEVELS, Math.max(1, Math.ceil((value / max) * LEVELS))) as HeatLevel;
}

export const heatClass = (level: HeatLevel): string | undefined =>
  level === 0 ? undefined : `tb-heat tb-heat--${level}`;
