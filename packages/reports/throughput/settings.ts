import { CHART_DAYS } from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { FLOW_SETTINGS } from '@tallyboard/report-kit/families/flow/flow-settings.ts';
import { choices, words } from '@tallyboard/report-kit/settings/codec.ts';
import { FORM_AND_PAGE } from '@tallyboard/report-kit/settings/common-settings.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const UNITS = words({ day: 'Day', week: 'Week', month: 'Month' });
const LAST_DAYS = choices(
  [90, 180, 365, 730].map(days => {
    return { value: days, code: days, name: String(days), label: `Last ${days} days` };
  }),
);

export const throughputSettings = settingsTable({
  workflow: FLOW_SETTINGS.workflow,
  board: FLOW_SETTINGS.board,
  startRule: FLOW_SETTINGS.startRule,
  done: FLOW_SETTINGS.done,
  timeUnit: { ...FORM_AND_PAGE, key: 'timeUnit', codec: UNITS, default: 'week', label: 'Period' },
  lastDays: {
    ...FORM_AND_PAGE,
    key: 'lastDays',
    codec: LAST_DAYS,
    default: 90,
    label: 'Dates',
  },
  /** Null is today for the last day and `lastDays` before it for the first. */
  ...CHART_DAYS,
});

export type ThroughputSettings = SettingsOf<typeof throughputSettings>;
