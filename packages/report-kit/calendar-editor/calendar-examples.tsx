import type { Day } from '@tallyboard/core/time/units.ts';
import { compileCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { useMemo } from 'react';
import { readDefinition } from './calendar-text.ts';
import { comingDays } from './draft-edits.ts';
import { hoursText, workedExamples } from './examples.ts';

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
        {examples.map(({ id, text: stretch, working, elapsed, about }) => (
          <div key={id}>
            <dt>
              {stretch}
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
