/** The settings of reports by date: a time unit and, for days, weeks and months, the first and last day. */

import { codes, DAY } from '../../settings/codec.ts';
import { FORM_AND_PAGE } from '../../settings/common-settings.ts';
import { DONE_SETTING } from '../../settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '../../settings/table.ts';

const UNITS = codes({
  day: 'Day',
  hour: 'Hour',
  week: 'Week',
  month: 'Month',
  weekday: 'Day of the Week',
});

/** First and last day of a chart; each report has its own default for null. */
export const CHART_DAYS = {
  from: {
    ...FORM_AND_PAGE,
    key: 'chartStartDate',
    codec: DAY,
    default: null,
    label: 'Start date of the chart',
  },
  to: {
    ...FORM_AND_PAGE,
    key: 'chartEndDate',
    codec: DAY,
    default: null,
    label: 'End date of the chart',
  },
} as const;

/** Null is today for the last day and 29 days before it for the first. Hours and weekdays have no range. */
export const periodSettings = settingsTable({
  timeUnit: { ...FORM_AND_PAGE, codec: UNITS, default: 'day', label: 'Time unit' },
  ...CHART_DAYS,
  done: DONE_SETTING,
});

export type PeriodSettings = SettingsOf<typeof periodSettings>;
export type TimeUnit = PeriodSettings['timeUnit'];
