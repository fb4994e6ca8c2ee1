import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import type { BurnChart } from '../compute.ts';
import { burnWorkingDays } from './ideal.ts';

const MAX_DAYS = 400;

/** The start of the axis and of each later day. */
export function dayStarts({ from, to }: BurnChart, zone: ZoneId): readonly Instant[] {
  const first = localDay(from, zone);
  const days = Math.min(MAX_DAYS, localDay(to, zone) - first);
  const later = Array.from({ length: days }, (_, index) => startOfDay(first + index + 1, zone));
  return [from, ...later.filter(at => at < to)];
}

/** Consecutive days off are one span. Empty for long charts, which would be mostly grey. */
export function dayShades(
  { from, to }: BurnChart,
  flags: readonly boolean[],
  calendar: CalendarDefinition | null,
  zone: ZoneId,
): readonly { readonly from: Instant; readonly to: Instant }[] {
  const isWorking = burnWorkingDays(flags, calendar);
  const first = localDay(from, zone);
  const last = localDay(to - 1, zone);
  if (last - first > MAX_DAYS) return [];
  const spans: { from: Instant; to: Instant }[] = [];
  for (let day = first; day <= last; day++) {
    if (isWorking(day)) continue;
    const start = Math.max(from, startOfDay(day, zone));
    const end = Math.min(to, endOfDay(day, zone));
    const before = spans.at(-1);
    if (before?.to === start) before.to = end;
    else spans.push({ from: start, to: end });
  }
  return spans;
}
