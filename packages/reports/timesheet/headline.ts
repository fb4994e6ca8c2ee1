import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { Headline, HeadlineFigure } from '@tallyboard/report-kit/headline.ts';
import { HOURS, SIGNED_PERCENT } from '@tallyboard/report-kit/table/units.ts';
import { formatDurationWithUnit } from '@tallyboard/ui/text/durations.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { TimesheetResult } from './result.ts';
import type { TimesheetSettings } from './settings.ts';
import { timesheetText } from './table.ts';

/** The logged time, per working day, and of people against their working time. */
export function timesheetHeadline(
  result: TimesheetResult,
  settings: TimesheetSettings,
  context: ReportContext,
): Headline {
  const { total, range, missing, columns } = result;
  const { range: days } = timesheetText(settings, context);
  const { style } = settings;
  const time = (seconds: number) =>
    formatDurationWithUnit(seconds, { ...context, style, zero: '-' });
  const people = settings.authors === '' ? 1 : Math.max(1, peopleIn(result));
  const logged = total.total.value ?? 0;
  // Without an author filter the issues of the query are only a part of people's work.
  const workingSeconds = settings.authors === '' ? null : total.workingSeconds;
  const complete = completeDays({ missing, columns }, context);
  return {
    figures: [
      {
        id: 'total',
        label: 'Logged',
        text: time(logged),
        of: days(range),
        drill: {
          reason: 'Work that was logged on these issues.',
          figure: total.total,
          part: partOf('seconds'),
        },
      },
      {
        id: people === 1 ? 'average' : 'averagePerPerson',
        value: total.average === null ? null : total.average / people,
        unit: HOURS,
        label: people === 1 ? 'Average per working day' : 'Average per working day and person',
        text: total.average === null ? '-' : time(wholeMinutes(total.average / people, style)),
      },
      ...(complete
        ? [complete]
        : workingSeconds
          ? [
              {
                id: 'percent',
                value: total.percent,
                unit: SIGNED_PERCENT,
                label: 'Of working time',
                text: formatPercent(total.percent),
                of: `${time(workingSeconds)} for ${formatCount(peopleIn(result))} ${peopleIn(result) === 1 ? 'person' : 'people'}`,
              },
            ]
          : []),
    ],
    sentence: missing && columns.length > 0 ? missingText(missing, time) : undefined,
  };
}

/** A row of people who are put together has the working time of all of them. */
function peopleIn({ rows, total: { workingSeconds }, daySeconds, workingDays }: TimesheetResult) {
  const ofOne = daySeconds * workingDays;
  return workingSeconds === null || ofOne === 0 ? rows.length : Math.round(workingSeconds / ofOne);
}

/** A mean, rounded to minutes. */
const wholeMinutes = (seconds: number, style: TimesheetSettings['style']) =>
  style === 'seconds' ? Math.round(seconds) : Math.round(seconds / 60) * 60;

function missingText(missing: readonly number[], time: (seconds: number) => string): string {
  const sum = missing.reduce((all, seconds) => all + seconds, 0);
  return sum === 0
    ? 'All working time before today is logged.'
    : `Not logged before today: ${time(sum)}.`;
}

/** '9 of 10 days complete': more on one day does not make up for less on another. Null for weeks and months. */
function completeDays(
  { missing, columns }: Pick<TimesheetResult, 'missing' | 'columns'>,
  { asOf, zone }: ReportContext,
): HeadlineFigure | null {
  if (!missing || columns.some(({ first, last }) => first !== last)) return null;
  const today = localDay(asOf, zone);
  const due = missing.filter((_, at) => columns[at]!.workingDays > 0 && columns[at]!.first < today);
  if (due.length === 0) return null;
  const complete = due.filter(seconds => seconds === 0).length;
  return {
    id: 'completeDays',
    value: complete,
    label: 'Before today',
    text: `${formatCount(complete)} of ${formatCount(due.length)}`,
    of: `${due.length === 1 ? 'day' : 'days'} complete`,
  };
}
