/**
 * The settings of the time in status gadget; the page's `timeStatusSettings` are a part of the same shape.
 */

import { parseCalendarText } from '@tallyboard/core/time/calendar-definition.ts';
import { asRecord } from '@tallyboard/core/unknown.ts';
import {
  calendarText,
  readDefinition,
} from '@tallyboard/report-kit/calendar-editor/calendar-text.ts';
import { accountSetting } from '@tallyboard/report-kit/settings/account-setting.ts';
import { type Codec, codes, FLAG, words } from '@tallyboard/report-kit/settings/codec.ts';
import { OFF, TIME_FORMAT_SETTING } from '@tallyboard/report-kit/settings/common-settings.ts';
import { groupCodec, renameGrouping } from '@tallyboard/report-kit/settings/group-codes.ts';
import { nameList } from '@tallyboard/report-kit/settings/name-list.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const STATUS_BY = codes({ category: 'Status category', status: 'Status name' });
export const MEASURE_LABELS = {
  average: 'Average',
  total: 'Total',
  median: 'Median',
  percentile85: '85th percentile',
} as const;
export const MEASURES = words(MEASURE_LABELS);
/** Old versions know two measures; the others are stored as an average, with `measure` beside it. */
const SUM_TYPES = codes({ average: 'Average', total: 'Total' });
export const GRAPHS = codes({ none: 'None', bars: 'Bars', 'heat-map': 'Heatmap' });
/** What bars and heat are compared with. */
const SCALES = words({ table: 'All columns', column: 'Each column' });
export const CALENDAR_SOURCES = words({ shared: 'Shared calendar', own: 'Custom calendar' });
const MAX_CALENDAR_LENGTH = 200_000;

export const BAD_CALENDAR =
  'Configuration is not valid, please refer to documentation on how to configure this correctly.';

const COLUMNS = nameList('names of statuses between commas, in their order; all where empty');

const CALENDAR: Codec<string | null> = {
  parse: parseCalendarSetting,
  format: value => (value === null ? null : storedCalendar(value)),
  shape: { kind: 'other', text: '{"timezone", "days"}: docs/working-calendar.md' },
};

export const timeInStatusSettings = settingsTable(
  {
    /** Null for ungrouped. */
    groupBy: {
      key: 'gType',
      codec: groupCodec({ name: 'ungrouped', label: 'Ungrouped' }),
      rename: renameGrouping,
      default: null,
      label: 'Group by',
    },
    /** Of assignees, reporters and creators. */
    accounts: accountSetting('Accounts of people'),
    statusBy: { key: 'eType', codec: STATUS_BY, default: 'category', label: 'Show time by' },
    measure: {
      codec: MEASURES,
      default: 'average',
      label: 'Time shown',
      places: ['form', 'page'],
      beside: [
        {
          key: 'sumType',
          codec: SUM_TYPES,
          from: measure => (measure === 'total' ? 'total' : 'average'),
        },
      ],
      resolve: (measure, { sumType }) => (SUM_TYPES.parse(sumType) === 'total' ? 'total' : measure),
    },
    showExpanded: {
      codec: FLAG,
      default: true,
      label: 'Show groups expanded',
      places: ['form', 'page', 'global'],
      advanced: 'display',
    },
    graph: {
      key: 'barType',
      codec: GRAPHS,
      default: 'bars',
      label: 'Graphs',
      places: ['form', 'page', 'global'],
      advanced: 'display',
    },
    scale: {
      key: 'graphScale',
      codec: SCALES,
      default: 'table',
      label: 'Color scale',
      places: ['form', 'page'],
      advanced: 'display',
    },
    display: { ...TIME_FORMAT_SETTING, places: ['form'] },
    /** Labels of the shown columns in their order; empty for all. */
    columns: {
      codec: COLUMNS,
      default: [],
      label: 'Columns',
      help: 'Comma-separated status names. Leave empty for all.',
      rename: (columns, rename) => columns.map(name => rename('status', name)),
      places: ['form', 'page'],
      advanced: 'display',
    },
    stopAtDone: { ...OFF, label: 'Stop counting when done', advanced: 'display' },
    useCalendar: { ...OFF, label: 'Calendar', advanced: 'calendar' },
    calendarSource: {
      codec: CALENDAR_SOURCES,
      default: 'shared',
      label: 'Calendar in use',
      advanced: 'calendar',
      resolve: (source, { calendar }) =>
        source ?? (parseCalendarSetting(calendar) === undefined ? undefined : 'own'),
    },
    /** JSON as typed; null for the default calendar in the viewer's zone. */
    calendar: { codec: CALENDAR, default: null, label: 'Custom calendar', advanced: 'calendar' },
    /** Days and weeks have the calendar's length in texts, not 24 hours and 7 days. */
    calendarDays: { ...OFF, label: 'Count a day as a working day', advanced: 'calendar' },
  },
  {
    check({ useCalendar, calendarSource, calendar }) {
      if (!useCalendar || calendarSource === 'shared' || calendar === null) return [];
      return parseCalendarText(calendar).problems.length === 0
        ? []
        : [{ path: 'calendar', text: BAD_CALENDAR }];
    },
  },
);

export type TimeInStatusSettings = SettingsOf<typeof timeInStatusSettings>;
export type StatusBy = TimeInStatusSettings['statusBy'];
export type Measure = TimeInStatusSettings['measure'];

/** Stored as `{ timezone, days, text }`, with the typed text and its parsed form. */
function parseCalendarSetting(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw.length <= MAX_CALENDAR_LENGTH ? raw : undefined;
  const record = asRecord(raw);
  if (record === undefined) return undefined;
  const days = asRecord(record.days);
  if (typeof record.text === 'string' && (days === undefined || record.text.trim() !== ''))
    return record.text.length <= MAX_CALENDAR_LENGTH ? record.text : undefined;
  return days && calendarText({ timezone: String(record.timezone ?? ''), days });
}

function storedCalendar(text: string): Record<string, unknown> {
  return { ...readDefinition(text).definition, text };
}
