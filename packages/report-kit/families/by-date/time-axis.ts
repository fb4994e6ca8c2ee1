import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { addMonths, civilOf, monthIndex, startOfMonth } from '@tallyboard/core/time/day.ts';
import { formatDay, formatInstant } from '@tallyboard/core/time/format.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import { DAY, type Day, type ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import type { TimeTick, TimeX } from '@tallyboard/ui/charts/line-chart.tsx';

const DAY_STEPS = [1, 2, 3, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60];

/** Widths with the space between labels, px. */
const DAY_WIDTH = 54;
const DAY_OF_YEAR_WIDTH = 88;
const MONTH_WIDTH = 66;

/** The pattern of days on an axis: with years where they differ, or are not this one. */
export const dayPattern = (first: Day, last: Day, today: Day = Date.now() / DAY): string =>
  civilOf(first).year === civilOf(last).year &&
  civilOf(last).year === civilOf(Math.floor(today)).year
    ? 'MMM D'
    : 'MMM D, YYYY';

/** Days, at their start or in their middle, or the first of months, at even distances and as many as fit. */
export function calendarTicks(
  axis: Interval,
  zone: ZoneId,
  width: number,
  inMiddle = false,
  today?: Day,
): readonly TimeTick[] {
  const begun = localDay(axis.from, zone);
  const first = inMiddle || startOfDay(begun, zone) >= axis.from ? begun : begun + 1;
  const last = localDay(axis.to - 1, zone);
  const fits = (count: number, each: number) => count * each <= width;
  const pattern = dayPattern(first, last, today);
  const days = DAY_STEPS.find(step =>
    fits((last - first + 1) / step, pattern === 'MMM D' ? DAY_WIDTH : DAY_OF_YEAR_WIDTH),
  );
  if (days !== undefined) {
    return daysFrom(first, last, day => day + days).map(day => {
      const from = Math.max(axis.from, startOfDay(day, zone));
      const to = Math.min(axis.to, endOfDay(day, zone));
      return { at: inMiddle ? (from + to) / 2 : from, label: formatDay(day, pattern) };
    });
  }
  const months = monthIndex(last) - monthIndex(first);
  const step = MONTH_STEPS.find(each => fits(months / each, MONTH_WIDTH)) ?? 120;
  const ahead = (step - (monthIndex(first) % step)) % step;
  const aligned = addMonths(startOfMonth(first), ahead);
  const start = aligned < first ? addMonths(aligned, step) : aligned;
  return daysFrom(start, last, day => addMonths(day, step)).map(day => {
    return { at: startOfDay(day, zone), label: formatDay(day, step < 12 ? 'MMM YYYY' : 'YYYY') };
  });
}

function daysFrom(first: Day, last: Day, next: (day: Day) => Day): readonly Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = next(day)) days.push(day);
  return days;
}

/** The axis of points in time, each of which is read with its date. */
export const timeAxis = (
  values: readonly number[],
  { zone, dateFormat }: Pick<ReportContext, 'zone' | 'dateFormat'>,
): TimeX => ({
  kind: 'time',
  values,
  ticks: width =>
    calendarTicks({ from: values[0] ?? 0, to: (values.at(-1) ?? 0) + 1 }, zone, width),
  format: instant => formatInstant(instant, zone, dateFormat),
});
