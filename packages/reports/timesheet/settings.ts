/**
 * The settings of the timesheet: those that a timesheets gadget stores, and the page's `logjiraSettings`, which are a
 * part of the same shape. Codes of the stored form exist here alone; its groupings are numbered from the worklog
 * author on, unlike those of other gadgets.
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { DURATION_STYLES, type DurationStyle } from '@tallyboard/core/time/format.ts';
import type { Day, Instant, Weekday } from '@tallyboard/core/time/units.ts';
import type { WorkWeek } from '@tallyboard/core/time/working-calendar.ts';
import type { SettingsSchema } from '../report.ts';
import { codes, readStored, wholeNumber } from '../shared/stored.ts';

/** The last day: today whenever it is, a day, or the day that an instant is on in the viewer's zone. */
export type EndDate = 'today' | { readonly day: Day } | { readonly at: Instant };

export type TimeUnit = 'day' | 'week' | 'month';
export type TimesheetView = 'brief' | 'detailed' | 'percent';
export type Descriptions = 'none' | 'hover' | 'report';

export interface TimesheetSettings {
  readonly groupBy: GroupBy;
  readonly unit: TimeUnit;
  readonly end: EndDate;
  /** Days up to the last one; a month has its own number. */
  readonly daySpan: number;
  readonly fullWeeks: boolean;
  /** Of a month the totals alone, no days. */
  readonly totalsOnly: boolean;
  readonly view: TimesheetView;
  readonly heatMap: boolean;
  readonly hideAverage: boolean;
  readonly hideMax: boolean;
  readonly descriptions: Descriptions;
  /** As typed: display names in double quotes, account ids, currentUser(), between commas. Empty is everybody. */
  readonly authors: string;
  readonly style: DurationStyle;
  readonly workWeek: WorkWeek;
  readonly weekStart: Weekday;
  /** Moment-style tokens; null for the app's own. */
  readonly dateFormat: string | null;
  /** Whose calendar day a worklog belongs to. */
  readonly daysOf: 'author' | 'viewer';
}

const VERSION = 1;
const UNITS = codes('day', 'week', 'month');
const VIEWS = codes('brief', 'detailed', 'percent');
const DESCRIPTIONS = codes('none', 'hover', 'report');
const STYLES = codes(...DURATION_STYLES);
const WORK_WEEKS = codes('monday-friday', 'sunday-thursday');
const FIRST_DAYS = codes('sunday', 'monday');
const DAYS_OF = ['author', 'viewer'] as const;
const GROUPS = codes(
  'worklog-author',
  'assignee',
  'project',
  'sprint',
  'epic',
  'issue-type',
  'priority',
  'status',
  'resolution',
  'fix-version',
  'team',
  'creator',
  'reporter',
  'issue-key',
  'component',
  'label',
);

/** Longer ranges than a year have more columns than anybody reads. */
export const MOST_DAYS = 366;
const PAGE_DAYS = 14;
const GADGET_DAYS = 7;

const DEFAULTS: TimesheetSettings = {
  groupBy: 'worklog-author',
  unit: 'day',
  end: 'today',
  daySpan: PAGE_DAYS,
  fullWeeks: false,
  totalsOnly: false,
  view: 'brief',
  heatMap: false,
  hideAverage: false,
  hideMax: false,
  descriptions: 'hover',
  authors: '',
  style: 'hours',
  workWeek: 'monday-friday',
  weekStart: 0,
  dateFormat: null,
  daysOf: 'author',
};

export const timesheetSettings: SettingsSchema<TimesheetSettings> = {
  defaults: DEFAULTS,
  gadgetDefaults: { ...DEFAULTS, daySpan: GADGET_DAYS },
  parse(stored) {
    const read = readStored(stored);
    // A gadget stores how it groups, the settings of the page do not.
    const days = read.has('gType') ? GADGET_DAYS : PAGE_DAYS;
    const firstDay = read.code('firstDay', FIRST_DAYS, 'sunday');
    const value: TimesheetSettings = {
      groupBy: read.value('gType', parseGroup, DEFAULTS.groupBy),
      unit: read.code('eType', UNITS, DEFAULTS.unit),
      end: read.value('endDate', parseEnd, DEFAULTS.end),
      daySpan: read.whole('daySpan', days, 1, MOST_DAYS),
      fullWeeks: read.flag('lockStart', DEFAULTS.fullWeeks),
      totalsOnly: read.flag('shortMonth', DEFAULTS.totalsOnly),
      view: read.code('showType', VIEWS, DEFAULTS.view),
      heatMap: read.flag('enableMap', DEFAULTS.heatMap),
      hideAverage: read.flag('hideAvg', DEFAULTS.hideAverage),
      hideMax: read.flag('hideMax', DEFAULTS.hideMax),
      descriptions: read.value('showDescriptions', parseDescriptions, DEFAULTS.descriptions),
      authors: read.text('userFilter', DEFAULTS.authors),
      style: read.code('displayType', STYLES, DEFAULTS.style),
      workWeek: read.code('workDaysType', WORK_WEEKS, DEFAULTS.workWeek),
      weekStart: firstDay === 'monday' ? 1 : 0,
      dateFormat: read.text('dateFormat', '', 100) || null,
      daysOf: read.word('daysOf', DAYS_OF, DEFAULTS.daysOf),
    };
    return { value, problems: read.problems };
  },
  serialize: settings => ({
    version: VERSION,
    gType: serializeGroup(settings.groupBy),
    eType: UNITS.code(settings.unit),
    endDate: serializeEnd(settings.end),
    daySpan: settings.daySpan,
    lockStart: settings.fullWeeks,
    shortMonth: settings.totalsOnly,
    showType: VIEWS.code(settings.view),
    enableMap: settings.heatMap,
    hideAvg: settings.hideAverage,
    hideMax: settings.hideMax,
    showDescriptions: DESCRIPTIONS.code(settings.descriptions),
    userFilter: settings.authors,
    displayType: STYLES.code(settings.style),
    workDaysType: WORK_WEEKS.code(settings.workWeek),
    firstDay: FIRST_DAYS.code(settings.weekStart === 1 ? 'monday' : 'sunday'),
    ...(settings.dateFormat !== null && { dateFormat: settings.dateFormat }),
    daysOf: settings.daysOf,
  }),
};

const SUMMARY = 'summary';

function parseGroup(raw: unknown): GroupBy | undefined {
  if (typeof raw === 'string' && /^customfield_\d+$/.test(raw)) return { field: raw as FieldId };
  return raw === SUMMARY ? 'issue-summary' : GROUPS.name(raw);
}

function serializeGroup(groupBy: GroupBy): number | string {
  if (typeof groupBy === 'object') return groupBy.field;
  if (groupBy === 'issue-summary') return SUMMARY;
  return GROUPS.code(groupBy);
}

/** 0 is today. Old gadgets store an instant, as a number or as the ISO text that a date becomes in JSON. */
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

function serializeEnd(end: EndDate): number | string {
  if (end === 'today') return 0;
  return 'day' in end ? dayText(end.day) : end.at;
}

/** Once a box to tick: on is on hover. */
function parseDescriptions(raw: unknown): Descriptions | undefined {
  if (typeof raw === 'boolean') return raw ? 'hover' : 'none';
  return DESCRIPTIONS.name(raw);
}

const PEOPLE: readonly GroupBy[] = ['worklog-author', 'assignee', 'creator', 'reporter'];

/** Groups of people have working time. */
export const isPersonal = ({ groupBy }: Pick<TimesheetSettings, 'groupBy'>): boolean =>
  PEOPLE.includes(groupBy);

/** Percent of the working time makes sense of people's days alone. */
export const offersPercent = (settings: Pick<TimesheetSettings, 'groupBy' | 'unit'>): boolean =>
  settings.unit === 'day' && isPersonal(settings);

/** The view that is shown: where there is no percent, the brief one. */
export function shownView(settings: TimesheetSettings): TimesheetView {
  return settings.view === 'percent' && !offersPercent(settings) ? 'brief' : settings.view;
}
