import { startOfWeek } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { DAY, type Day, HOUR, MINUTE, type Milliseconds } from '@tallyboard/core/time/units.ts';
import { compileCalendar, type WorkingCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { instantOfWall } from '@tallyboard/core/time/zone.ts';
import { useMemo } from 'react';
import { readDefinition } from './calendar-text.ts';
import { comingDays } from './draft-edits.ts';

/** The working time of a few intervals; nothing while the calendar is invalid. */
export function CalendarExamples({ text, today }: { readonly text: string; readonly today: Day }) {
  const examples = useMemo(() => {
    const { definition } = readDefinition(text);
    return (
      definition && workedExamples(compileCalendar(definition), today, comingDays(text, today))
    );
  }, [text, today]);
  if (!examples) return null;
  return (
    <section className="tb-calendar__examples" aria-label="Examples">
      <h4>Examples</h4>
      <dl>
        {examples.map(({ text: interval, working, elapsed, about }) => (
          <div key={`${about} ${interval}`}>
            <dt>
              {interval}
              <span className="tb-quiet"> {about}</span>
            </dt>
            <dd>
              <strong>{hoursText(working)}</strong>
              <span className="tb-quiet"> of {hoursText(elapsed)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const MONDAY = 1;

type Moment = readonly [day: Day, hour: number];

/**
 * Examples in the calendar's zone, easy to check by hand: a day, a weekend and the week of `today`, and the two days
 * around each of the next two `holidays`, which are days that differ from their weekday.
 */
function workedExamples(calendar: WorkingCalendar, today: Day, holidays: readonly Day[]) {
  const instant = ([day, hour]: Moment) => instantOfWall(day * DAY + hour * HOUR, calendar.zone);
  const example = (about: string, start: Moment, end: Moment) => {
    const from = instant(start);
    const to = instant(end);
    const text = `${momentText(start)} – ${momentText(end)}`;
    return { about, text, working: calendar.workingTime(from, to), elapsed: to - from };
  };
  const monday = startOfWeek(today, MONDAY);
  const next = holidays.filter(day => day >= today).slice(0, 2);
  return [
    example('A day', [monday, 9], [monday + 1, 9]),
    example('Over a weekend', [monday + 4, 16], [monday + 7, 10]),
    example('A whole week', [monday, 0], [monday + 7, 0]),
    ...next.map(day => example('Over a holiday or special day', [day - 1, 9], [day + 1, 9])),
  ];
}

const momentText = ([day, hour]: Moment) =>
  `${formatDay(day, 'ddd MMM D')}, ${String(hour).padStart(2, '0')}:00`;

function hoursText(time: Milliseconds): string {
  const minutes = Math.round(time / MINUTE);
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)} h`;
  return rest === 0 ? hours : `${hours} ${rest} min`;
}
