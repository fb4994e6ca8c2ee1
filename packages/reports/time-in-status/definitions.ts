import { hasBrokenStatusHistory } from '@tallyboard/core/history/spans.ts';
import { rowsWhere, rowsWithoutHistory } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { WorkingCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { selectRows } from '@tallyboard/report-kit/figures/figures.ts';
import { has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { BAD_CALENDAR, type Measure, type TimeInStatusSettings } from './settings.ts';
import type { StatusTimes } from './status-times.ts';

/** Why an issue counts in a figure of the measure. */
export const MEASURE_REASONS: Readonly<Record<Measure, string>> = {
  average: 'The issue was in this status at least once; the average is over these issues alone.',
  total: 'The issue was in this status at least once; their times add up.',
  median:
    'The issue was in this status at least once; half of these issues took no longer than the median.',
  percentile85:
    'The issue was in this status at least once; 85 of 100 of these issues took no longer.',
};

export function timeDefinitions(
  settings: TimeInStatusSettings,
  context: ReportContext,
  calendar: WorkingCalendar | null,
) {
  return definitions({
    'Time in status': settings.stopAtDone
      ? 'All visits to a status together, from the creation until the issue was done. A status entered later does not count.'
      : 'All visits to a status together, from the creation until now, also of done issues.',
    Hours:
      calendar === null
        ? '24 hours a day, 7 days a week.'
        : `Working hours of the ${calendarName(settings, context)}, in the time zone ${calendar.zone}. Days on which clocks change have their real length.`,
    'Average, median, 85th percentile':
      "Over the issues that visited the status: '-' means never, 0 no (working) time. The 85th percentile is a time that occurs (nearest rank).",
    Total:
      'The times of all issues of a group added up. An issue with several values counts in each of its groups, and once in the last row.',
  });
}

function calendarName({ calendarSource }: TimeInStatusSettings, context: ReportContext): string {
  return calendarSource === 'shared' && context.calendar
    ? 'shared calendar'
    : 'calendar of this gadget';
}

export function timeNotes(
  dataset: Dataset,
  times: StatusTimes,
  { invalidCalendar }: { readonly invalidCalendar: boolean },
): readonly Note[] {
  const { issues } = dataset;
  const notes = issueNotes([
    {
      code: 'no-history',
      words: has(
        'incomplete history; the current status is assumed since the creation or first known change.',
      ),
      issues: rowsWithoutHistory(issues),
    },
    {
      code: 'unknown-status',
      words: ['issue was in a deleted status.', 'issues were in a deleted status.'],
      issues: selectRows(issues.length, row => times.unknown[row] === 1),
    },
    {
      code: 'broken-history',
      words: has('contradictory status changes; the later one is used.'),
      issues: rowsWhere(issues, hasBrokenStatusHistory),
    },
  ]);
  if (!invalidCalendar) return notes;
  const text = `${BAD_CALENDAR} Until then all hours count.`;
  return [{ code: 'bad-calendar', text, issues: new Uint32Array(0) }, ...notes];
}
