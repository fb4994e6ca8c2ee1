import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { choices } from '../../settings/codec.ts';
import { EVERYWHERE, legacyDefault } from '../../settings/common-settings.ts';
import { CHART_DAYS } from '../by-date/period-settings.ts';
import type { DayRange } from '../by-date/periods.ts';

const lastDays = (days: number) => {
  return { value: days, code: days, name: String(days), label: `Last ${days} days` };
};
const SPANS = [90, 180, 365, 730].map(lastDays);
const LAST_DAYS = choices(SPANS);
const LAST_OR_ALL_DAYS = choices([...SPANS, { value: 0, code: 0, name: '0', label: 'All dates' }]);

/** Null is today for the last day and `lastDays` before it for the first. */
export const FLOW_DAYS = {
  lastDays: { ...EVERYWHERE, codec: LAST_DAYS, default: 90, label: 'Dates' },
  ...CHART_DAYS,
} as const;

/** The days of finishes: fixed ones, or else the last days; 0 for all. */
export const FINISHED_DAYS = {
  lastDays: {
    ...EVERYWHERE,
    codec: LAST_OR_ALL_DAYS,
    default: 90,
    label: 'Finished',
    resolve: legacyDefault('lastDays', 0),
  },
  from: { ...CHART_DAYS.from, label: 'Finished from' },
  to: { ...CHART_DAYS.to, label: 'Finished until' },
} as const;

interface DaySettings {
  readonly lastDays: number;
  readonly from: Day | null;
  readonly to: Day | null;
}

/** Null has no bound. */
export function finishedDays(
  { lastDays, from, to }: DaySettings,
  { asOf, zone }: Pick<ReportContext, 'asOf' | 'zone'>,
): Pick<DaySettings, 'from' | 'to'> {
  if (from !== null || to !== null || lastDays === 0) return { from, to };
  const today = localDay(asOf, zone);
  return { from: today - lastDays + 1, to: today };
}

export function flowDayRange(settings: DaySettings, { asOf, zone }: ReportContext): DayRange {
  const to = settings.to ?? localDay(asOf, zone);
  return { from: settings.from ?? to - settings.lastDays + 1, to };
}
