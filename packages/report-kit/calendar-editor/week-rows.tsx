import { Button } from '@tallyboard/ui/controls/button.tsx';
import { useId } from 'react';
import type { CalendarDraft } from './calendar-text.ts';
import { copyToWorkingDays, rangesOf, WEEK, withRanges } from './draft-edits.ts';
import { RangeFields } from './range-fields.tsx';

export interface DayRowsProps {
  readonly draft: CalendarDraft;
  readonly problemOf: (key: string) => string | undefined;
  readonly onChange: (draft: CalendarDraft) => void;
}

/** The hours of each weekday. */
export function WeekRows({ draft, problemOf, onChange }: DayRowsProps) {
  const id = useId();
  const [first = 'Monday'] = WEEK.filter(day => rangesOf(draft, day).length > 0);
  return (
    <fieldset className="tb-calendar__days">
      <legend className="tb-field__label">Working hours</legend>
      {WEEK.map(day => {
        const problem = problemOf(day);
        const described = problem && `${id}-${day}`;
        return (
          <div key={day} className="tb-calendar__day">
            <span className="tb-calendar__name" aria-hidden="true">
              {day.slice(0, 3)}
            </span>
            <RangeFields
              name={day}
              ranges={rangesOf(draft, day)}
              invalid={problem !== undefined}
              describedBy={described}
              onChange={ranges => onChange(withRanges(draft, day, ranges))}
            />
            {problem && (
              <p id={described} className="tb-field__error" aria-live="polite">
                {problem}
              </p>
            )}
          </div>
        );
      })}
      <Button appearance="link" onClick={() => onChange(copyToWorkingDays(draft, first))}>
        {`Same hours as ${first} on every working day`}
      </Button>
    </fieldset>
  );
}
