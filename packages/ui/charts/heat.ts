import './heat.css';

/** 0 is no heat, 5 the hottest. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4 | 5;

const LEVELS = 5;

/** The level of a value on a scale from 0 to `max` in five equal steps; anything above 0 is at least 1. */
export function heatLevel(value: number | null, max: number): HeatLevel {
  if (value === null || value <= 0 || max <= 0) return 0;
  return Math.min(LEVELS, Math.max(1, Math.ceil((value / max) * LEVELS))) as HeatLevel;
}

/** The class of a cell with that heat. */
export const heatClass = (level: HeatLevel): string | undefined =>
  level === 0 ? undefined : `tb-heat tb-heat--${level}`;
