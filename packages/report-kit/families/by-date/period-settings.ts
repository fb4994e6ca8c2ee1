/** The settings of reports by date: a time unit and, for days, weeks and months, the first and last day. */

import { LIMITS_SETTING } from '../../limits/limits-setting.ts';
import { codes, DAY } from '../../settings/codec.ts';
import { FORM_AND_PAGE, legacyDefault } from '../../settings/common-settings.ts';
import { DONE_SETTING } from '../../settings/done-settings.ts';
import { type SettingsOf, settingsTable } from '../../settings/table.ts';

/** `auto` goes by the length of the range. */
const UNITS = codes(
  {
    auto: 'Automatic',
    day: 'Day',
    week: 'Week',
    month: 'Month',
    quarter: 'Quarter',
    hour: 'Hour of the day',
    weekday: 'Day of the week',
  },
  [6, 0, 2, 3, 5, 1, 4],
);

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
export const PERIOD_SETTINGS = {
  timeUnit: {
    ...FORM_AND_PAGE,
    codec: UNITS,
    default: 'auto',
    label: 'Time unit',
    resolve: legacyDefault<'auto' | TimeUnit>('timeUnit', 'day'),
  },
  ...CHART_DAYS,
  limits: LIMITS_SETTING,
  done: DONE_SETTING,
} as const;

export const periodSettings = settingsTable(PERIOD_SETTINGS);

export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'hour' | 'weekday';

export type PeriodSettings = SettingsOf<typeof periodSettings>;
