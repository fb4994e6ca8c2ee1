import type { Drill } from '../contract.ts';

/** How the drawer writes what an issue contributes to a sum, by the unit of the figure. */
export function partOf(unit: 'issues' | 'points' | 'seconds'): Drill['part'] {
  if (unit === 'points') return { label: 'Points', format: value => String(round(value)) };
  if (unit === 'seconds') return { label: 'Hours', format: value => String(round(value / 3600)) };
  return undefined;
}

const round = (value: number) => Math.round(value * 100) / 100;
