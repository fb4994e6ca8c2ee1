import type { Seconds } from '@tallyboard/core/time/units.ts';

/** Lengths of Jira's working day and week. */
export interface WorkLengths {
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
}

/** The seconds, in whole minutes as Jira keeps them, of '1w 2d 3h 30m' or '2.5h'; null for anything else. */
export function parseWorkTime(text: string, { hoursPerDay, daysPerWeek }: WorkLengths) {
  const day = hoursPerDay * 3600;
  const sizes: Readonly<Record<string, Seconds>> = { w: daysPerWeek * day, d: day, h: 3600, m: 60 };
  const parts = [...text.matchAll(/\s*(\d+(?:[.,]\d+)?)\s*([wdhm])(?![a-z])/giy)];
  const length = parts.reduce((sum, [part]) => sum + part.length, 0);
  if (parts.length === 0 || text.slice(length).trim() !== '') return null;
  const seconds = parts.reduce(
    (sum, [, amount = '', unit = '']) =>
      sum + Number(amount.replace(',', '.')) * (sizes[unit.toLowerCase()] ?? 0),
    0,
  );
  return Math.round(seconds / 60) * 60;
}
