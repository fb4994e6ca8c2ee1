import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { choices } from '../../settings/codec.ts';
import { FORM_AND_PAGE } from '../../settings/common-settings.ts';
import { CHART_DAYS } from '../by-date/period-settings.ts';
import type { DayRange } from '../by-date/periods.ts';

const LAST_DAYS = choices(
  [90, 180, 365, 730].map(days => {
    return { value: days, code: days, name: String(days), label: `Last ${days} days` };
  }),
);

/** Null is today for the last day and `lastDays` before it for the first. */
export const FLOW_DAYS = {
  lastDays: { ...FORM_AND_PAGE, key: 'lastDays', codec: LAST_DAYS, default: 90, label: 'Dates' },
  ...CHART_DAYS,
} as const;

/** The days of a chart. */
export function flowDayRange(
  settings: { readonly lastDays: number; readonly from: Day | null; readonly to: Day | null },
  { asOf, zone }: ReportContext,
): DayRange {
  const to = settings.to ?? localDay(asOf, zone);
  return { from: settings.from ?? to - settings.lastDays + 1, to };
}
