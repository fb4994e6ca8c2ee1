import { formatCount, formatFixed } from '@tallyboard/ui/text/numbers.ts';
import type { Unit } from '../../table/units.ts';
import type { FlowUnit } from './flow-settings.ts';

const DAY_SECONDS = 86_400;

/** '3' days, or '2.5' days of 24 hours. */
function flowText(value: number | null, unit: FlowUnit): string {
  if (value === null) return '-';
  return unit === 'days' ? formatCount(value) : formatFixed(value / DAY_SECONDS, 1);
}

/** A value of a report in days, for charts. */
export const flowDays = (value: number, unit: FlowUnit): number =>
  unit === 'days' ? value : value / DAY_SECONDS;

/** For inclusive days, or seconds that are shown as days of 24 hours. */
export const flowUnit = (unit: FlowUnit): Unit => ({
  sign: 'd',
  suffix: ' (days)',
  scale: unit === 'days' ? 1 : DAY_SECONDS,
  text: value => flowText(value, unit),
  part: {
    label: 'Days',
    format: value => flowText(value, unit),
    scale: unit === 'days' ? 1 : DAY_SECONDS,
    time: { hours: 24, day: 24 },
  },
});

/** '1 day', '2.5 days' */
export function dayWords(value: number | null, unit: FlowUnit): string {
  const text = flowText(value, unit);
  return `${text} ${text === '1' ? 'day' : 'days'}`;
}
