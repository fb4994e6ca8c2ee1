import './heat.css';

const LEVELS = 5;

/** The level of a value, 0 to 5, in five equal steps up to `max`; anything above 0 is at least 1. */
export function heatLevel(value: number | null, max: number): number {
  if (value === null || value <= 0 || max <= 0) return 0;
  return Math.min(LEVELS, Math.max(1, Math.ceil((value / max) * LEVELS)));
}

export const heatClass = (level: number): string | undefined =>
  level === 0 ? undefined : `tb-heat tb-heat--${level}`;
