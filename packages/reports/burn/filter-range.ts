import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import type { BurnSettings } from './settings.ts';

/** The days of a filter chart: those of the settings, else from 7 days before to 7 days after now. */
export function filterRange(settings: BurnSettings, { asOf, zone }: ReportContext): Interval {
  const today = localDay(asOf, zone);
  const first = settings.from === null ? today - 7 : localDay(settings.from, zone);
  const last = settings.to === null ? today + 7 : localDay(settings.to, zone);
  return { from: startOfDay(first, zone), to: endOfDay(last, zone) };
}
