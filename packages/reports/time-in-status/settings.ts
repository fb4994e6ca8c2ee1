/**
 * The settings of the time in status gadget; the page's `timeStatusSettings` are a part of the same shape. Codes of the
 * stored form exist here and, for the groupings, in group-codes.ts.
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import { parseCalendarText } from '@tallyboard/core/time/calendar-definition.ts';
import { DURATION_STYLES, type DurationStyle } from '@tallyboard/core/time/format.ts';
import type { SettingsProblem, SettingsSchema } from '../report.ts';
import { calendarText, readDefinition } from '../shared/calendar-editor/calendar-text.ts';
import { parseGroupType, serializeGroupType } from '../shared/group-codes.ts';
import { asRecord, codes, readStored } from '../shared/stored.ts';

/** What a column is: a status category, or the statuses of one name. */
export type StatusBy = 'category' | 'status';

export const MEASURES = ['average', 'total', 'median', 'percentile85'] as const;
export type Measure = (typeof MEASURES)[number];

export const GRAPHS = ['none', 'bars', 'heat-map'] as const;
export type Graph = (typeof GRAPHS)[number];

/** Where the working hours come from: this gadget's own calendar, or the one that the whole app shares. */
export type CalendarSource = 'own' | 'shared';

export interface TimeInStatusSettings {
  /** Null shows the issues themselves. */
  readonly groupBy: GroupBy | null;
  readonly statusBy: StatusBy;
  readonly display: DurationStyle;
  readonly showExpanded: boolean;
  readonly measure: Measure;
  /** The columns that show, by label in their order; empty shows all. */
  readonly columns: readonly string[];
  readonly graph: Graph;
  readonly useCalendar: boolean;
  readonly calendarSource: CalendarSource;
  /** The own calendar as JSON, as it was typed; null is the usual one, in the viewer's zone. */
  readonly calendar: string | null;
  /** Writes days and weeks of the calendar's length instead of 24 hours and 7 days. */
  readonly calendarDays: boolean;
  /** The clock of a done issue stands still from its done instant on. */
  readonly stopAtDone: boolean;
}

const VERSION = 1;
const STATUS_BY = codes('category', 'status');
const DISPLAYS = codes(...DURATION_STYLES);
/** The product knows two; the others are stored as an average with the word of the measure beside it. */
const SUM_TYPES = codes('average', 'total');
const BAR_TYPES = codes(...GRAPHS);
const LONGEST_CALENDAR = 200_000;

/** Shown beside the calendar, in the words of the product. */
export const BAD_CALENDAR =
  'Configuration is not valid, please refer to documentation on how to configure this correctly.';

function parse(stored: unknown): {
  value: TimeInStatusSettings;
  problems: readonly SettingsProblem[];
} {
  const read = readStored(stored);
  const sumType = read.code('sumType', SUM_TYPES, 'average');
  const calendar = read.value<string | null>('calendar', parseCalendarSetting, null);
  const value: TimeInStatusSettings = {
    groupBy: read.value<GroupBy | null>('gType', parseGroupType, null),
    statusBy: read.code('eType', STATUS_BY, 'category'),
    display: read.code('displayType', DISPLAYS, 'hours'),
    showExpanded: read.flag('showExpanded', true),
    measure: sumType === 'total' ? 'total' : read.word('measure', MEASURES, 'average'),
    columns: read.value('columns', parseColumns, []),
    graph: read.code('barType', BAR_TYPES, 'bars'),
    useCalendar: read.flag('useCalendar', false),
    calendarSource: read.word(
      'calendarSource',
      ['own', 'shared'],
      calendar === null ? 'shared' : 'own',
    ),
    calendar,
    calendarDays: read.flag('calendarDays', false),
    stopAtDone: read.flag('stopAtDone', false),
  };
  return { value, problems: read.problems };
}

function serialize(settings: TimeInStatusSettings): Record<string, unknown> {
  return {
    version: VERSION,
    gType: serializeGroupType(settings.groupBy),
    eType: STATUS_BY.code(settings.statusBy),
    displayType: DISPLAYS.code(settings.display),
    showExpanded: settings.showExpanded,
    sumType: SUM_TYPES.code(settings.measure === 'total' ? 'total' : 'average'),
    measure: settings.measure,
    columns: columnsText(settings.columns),
    barType: BAR_TYPES.code(settings.graph),
    useCalendar: settings.useCalendar,
    calendarSource: settings.calendarSource,
    calendar: settings.calendar === null ? null : storedCalendar(settings.calendar),
    calendarDays: settings.calendarDays,
    stopAtDone: settings.stopAtDone,
  };
}

function check(settings: TimeInStatusSettings): readonly SettingsProblem[] {
  const { useCalendar, calendarSource, calendar } = settings;
  if (!useCalendar || calendarSource === 'shared' || calendar === null) return [];
  return parseCalendarText(calendar).problems.length === 0
    ? []
    : [{ path: 'calendar', text: BAD_CALENDAR }];
}

export const timeInStatusSettings: SettingsSchema<TimeInStatusSettings> = {
  defaults: parse(undefined).value,
  parse,
  check,
  serialize,
};

/** Stored is `{ timezone, days, text }`; the text is what was typed, the rest what came of it. */
function parseCalendarSetting(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw.length <= LONGEST_CALENDAR ? raw : undefined;
  const record = asRecord(raw);
  if (record === undefined) return undefined;
  if (typeof record.text === 'string' && record.text.trim() !== '')
    return record.text.length <= LONGEST_CALENDAR ? record.text : undefined;
  return asRecord(record.days) === undefined
    ? undefined
    : calendarText({ timezone: String(record.timezone ?? ''), days: record.days });
}

function storedCalendar(text: string): Record<string, unknown> {
  return { ...readDefinition(text).definition, text };
}

/** A status name may hold a comma, which then is written \, so that it does not part the list. */
export function columnsText(labels: readonly string[]): string {
  return labels.map(label => label.replaceAll(/[\\,]/g, '\\$&')).join(',');
}

/** Undefined for what is neither a text between commas nor a list. */
export function parseColumns(raw: unknown): readonly string[] | undefined {
  const parts = typeof raw === 'string' ? (raw.match(/(?:\\.|[^,\\])+/g) ?? []) : raw;
  if (!Array.isArray(parts)) return undefined;
  const labels = parts
    .filter((part): part is string => typeof part === 'string')
    .map(part => part.replaceAll(/\\(.)/g, '$1').trim());
  return [...new Set(labels.filter(label => label !== ''))];
}
