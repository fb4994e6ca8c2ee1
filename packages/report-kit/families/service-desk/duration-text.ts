import { formatDuration } from '@tallyboard/ui/text/durations.ts';

const HOURS = { style: 'hours', hoursPerDay: 24, daysPerWeek: 7, zero: '0m' } as const;

/** '4h 30m' of milliseconds, as Jira writes goals. */
export const goalText = (goal: number | null): string =>
  goal === null ? 'Unknown goal' : formatDuration(Math.round(goal / 60_000) * 60, HOURS);

/** By the clock: '45m' until then, '−8d 22h' since then. */
export const leftText = (breach: number, asOf: number): string =>
  formatDuration(Math.trunc((breach - asOf) / 60_000) * 60, { ...HOURS, style: 'days' });
