/**
 * The settings of the timesheets gadget; the page's `logjiraSettings` are a part of the same shape.
 */

import {
  type GroupBy,
  NAMED_GROUPINGS,
  type NamedGrouping,
} from '@tallyboard/core/measure/grouping.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { Day, Instant, Weekday } from '@tallyboard/core/time/units.ts';
import { LIMITS_SETTING } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import {
  type Codec,
  choices,
  codes,
  text,
  whole,
  words,
} from '@tallyboard/report-kit/settings/codec.ts';
import {
  DATE_FORMAT_SETTING,
  DISPLAY,
  EVERYWHERE,
  FORM_AND_GLOBAL,
  FORM_AND_PAGE,
  OFF,
  TIME_FORMAT_SETTING,
} from '@tallyboard/report-kit/settings/common-settings.ts';
import {
  orCustomField,
  renameGrouping,
  TIMESHEET_CHOICES,
} from '@tallyboard/report-kit/settings/group-codes.ts';
import { wholeNumber } from '@tallyboard/report-kit/settings/stored.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';
import { renameAuthors } from './authors.ts';

/** The last day: always today, a fixed day, or the day of an instant in the viewer's zone. */
export type EndDate = 'today' | { readonly day: Day } | { readonly at: Instant };

/** Groupings are stored by their index here; 'issue-summary' is stored as a word. */
const CODES = NAMED_GROUPINGS.filter(each => each !== 'issue-summary');
const GROUPING = orCustomField<NamedGrouping>(
  choices(
    TIMESHEET_CHOICES.map(({ groupBy, label }) => ({
      value: groupBy,
      code: groupBy === 'issue-summary' ? 'summary' : CODES.indexOf(groupBy),
      name: groupBy,
      label,
    })),
  ),
);
const UNITS = codes({ day: 'Day', week: 'Week', month: 'Month' });
const VIEWS = codes({ brief: 'Brief', detailed: 'Detailed', percent: '%' });
const DESCRIPTION_CODES = codes({
  none: 'Hidden',
  hover: 'On hover',
  report: 'In the detailed report',
});
const DESCRIPTIONS: typeof DESCRIPTION_CODES = {
  ...DESCRIPTION_CODES,
  // Old versions stored a checkbox: false and true are the first two codes.
  parse: raw => DESCRIPTION_CODES.parse(typeof raw === 'boolean' ? Number(raw) : raw),
};
const WORK_WEEKS = codes({
  'monday-friday': 'Monday to Friday',
  'sunday-thursday': 'Sunday to Thursday',
});
/** Null is the day of the site's settings. Its code is that of versions that took the reader's locale. */
const FIRST_DAYS = choices<Weekday | null>([
  { value: null, code: 'locale', name: 'locale', label: 'Site default' },
  { value: 0, code: 0, name: 'sunday', label: 'Sunday' },
  { value: 1, code: 1, name: 'monday', label: 'Monday' },
  { value: 2, code: 2, name: 'tuesday', label: 'Tuesday' },
  { value: 3, code: 3, name: 'wednesday', label: 'Wednesday' },
  { value: 4, code: 4, name: 'thursday', label: 'Thursday' },
  { value: 5, code: 5, name: 'friday', label: 'Friday' },
  { value: 6, code: 6, name: 'saturday', label: 'Saturday' },
]);
const DAYS_OF = words({ author: "Author's", viewer: "Viewer's" });
const END: Codec<EndDate> = {
  parse: parseEnd,
  format(end) {
    if (end === 'today') return 0;
    return 'day' in end ? dayText(end.day) : end.at;
  },
  shape: { kind: 'other', text: 'a day such as 2026-03-31, or today' },
};

export const MAX_DAYS = 366;

export const timesheetSettings = settingsTable(
  {
    groupBy: {
      ...FORM_AND_PAGE,
      key: 'gType',
      codec: GROUPING,
      rename: renameGrouping,
      default: 'worklog-author',
      label: 'Group by',
      pageLabel: 'Group logged time by',
    },
    unit: { ...EVERYWHERE, key: 'eType', codec: UNITS, default: 'day', label: 'Period' },
    end: { key: 'endDate', codec: END, default: 'today', label: 'Last day', places: ['page'] },
    /** Ignored by month. */
    daySpan: {
      ...EVERYWHERE,
      codec: whole(1, MAX_DAYS),
      default: 14,
      gadgetDefault: 7,
      label: 'Number of days',
    },
    fullWeeks: { ...OFF, ...FORM_AND_GLOBAL, key: 'lockStart', label: 'Always full week' },
    /** A month without day columns. */
    totalsOnly: { ...OFF, ...FORM_AND_GLOBAL, key: 'shortMonth', label: 'Monthly totals only' },
    view: { key: 'showType', codec: VIEWS, default: 'brief', label: 'View', places: ['page'] },
    limits: LIMITS_SETTING,
    heatMap: { ...OFF, key: 'enableMap', label: 'Heatmap', places: ['page', 'global'] },
    hideAverage: { ...OFF, ...DISPLAY, key: 'hideAvg', label: 'Hide average' },
    hideMax: { ...OFF, ...DISPLAY, default: true, label: 'Hide % of max day' },
    descriptions: {
      ...DISPLAY,
      key: 'showDescriptions',
      codec: DESCRIPTIONS,
      default: 'hover',
      label: 'Worklog descriptions',
    },
    /** As typed; empty for everybody. */
    authors: {
      ...DISPLAY,
      key: 'userFilter',
      codec: text(),
      default: '',
      label: 'Worklog authors',
      help: 'Names in double quotes or account ids, separated by commas: "Ana Roy", currentUser()',
      rename: (authors, rename) => renameAuthors(authors, name => rename('name', name)),
    },
    accounts: { ...accountSetting('Logged by'), advanced: 'display' },
    style: TIME_FORMAT_SETTING,
    dateFormat: DATE_FORMAT_SETTING,
    workWeek: {
      ...FORM_AND_GLOBAL,
      key: 'workDaysType',
      codec: WORK_WEEKS,
      default: 'monday-friday',
      label: 'Working days',
      help: 'Holidays in the shared calendar are days off.',
      advanced: 'calendar',
    },
    weekStart: {
      ...FORM_AND_GLOBAL,
      key: 'firstDay',
      codec: FIRST_DAYS,
      default: null,
      label: 'First day of the week',
      help: 'The global setting applies to all reports.',
      advanced: 'calendar',
    },
    daysOf: {
      ...FORM_AND_PAGE,
      codec: DAYS_OF,
      default: 'author',
      label: 'Time zone',
      advanced: 'calendar',
    },
  },
  // Only gadgets store the grouping.
  { gadgetKey: 'gType' },
);

export type TimesheetSettings = SettingsOf<typeof timesheetSettings>;
export type TimesheetView = TimesheetSettings['view'];

/** 0 is today. Old gadgets store an instant as a number or an ISO text. */
function parseEnd(raw: unknown): EndDate | undefined {
  if (raw === '' || raw === 'today') return 'today';
  const number = wholeNumber(raw);
  if (number === 0) return 'today';
  if (number !== undefined) return Math.abs(number) <= 8.64e15 ? { at: number } : undefined;
  if (typeof raw !== 'string') return undefined;
  const day = parseDay(raw);
  if (day !== null) return { day };
  const at = /^\d{4}-\d\d-\d\dT/.test(raw) ? Date.parse(raw) : Number.NaN;
  return Number.isNaN(at) ? undefined : { at };
}

const PEOPLE: readonly GroupBy[] = ['worklog-author', 'assignee', 'creator', 'reporter'];

/** Only people have working time. */
export const isPersonal = ({ groupBy }: Pick<TimesheetSettings, 'groupBy'>): boolean =>
  PEOPLE.includes(groupBy);

/** Percent of the working time is for days of people only. */
export const offersPercent = (settings: Pick<TimesheetSettings, 'groupBy' | 'unit'>): boolean =>
  settings.unit === 'day' && isPersonal(settings);

/** Falls back to the brief view where percent is not offered. */
export function shownView(settings: TimesheetSettings): TimesheetView {
  return settings.view === 'percent' && !offersPercent(settings) ? 'brief' : settings.view;
}
