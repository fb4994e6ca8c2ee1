import AddIcon from '@atlaskit/icon/core/add';
import CrossIcon from '@atlaskit/icon/core/cross';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { type ReactNode, useId } from 'react';
import type { CalendarDraft } from './calendar-text.ts';
import {
  copyToWorkingDays,
  isYearly,
  nextDate,
  otherDays,
  rangesOf,
  renamedDay,
  WEEK,
  withDays,
  withoutDay,
  withRanges,
  yearlyKey,
} from './draft-edits.ts';
import { ImportButton } from './import-button.tsx';

export interface DayRowsProps {
  readonly draft: CalendarDraft;
  readonly problemOf: (key: string) => string | undefined;
  readonly today: Day;
  readonly onChange: (draft: CalendarDraft) => void;
}

export function WeekRows(props: DayRowsProps) {
  const { draft, onChange } = props;
  const [first = 'Monday'] = WEEK.filter(day => rangesOf(draft, day).length > 0);
  return (
    <fieldset className="tb-calendar__days">
      <legend className="tb-field__label">Working hours</legend>
      {WEEK.map(day => (
        <DayRow key={day} {...props} dayKey={day}>
          {() => (
            <span className="tb-calendar__name" aria-hidden="true">
              {day.slice(0, 3)}
            </span>
          )}
        </DayRow>
      ))}
      <Button appearance="link" onClick={() => onChange(copyToWorkingDays(draft, first))}>
        {`Same hours as ${first} on every working day`}
      </Button>
    </fieldset>
  );
}

/** Days that differ from their weekday: holidays, and days with hours of their own; on a date or every year. */
export function HolidayRows(props: DayRowsProps) {
  const { draft, today, onChange } = props;
  const nextYear = Array.from({ length: 366 }, (_, index) => dayText(today + index));
  const free = nextYear.filter(key => !(key in draft.days)).slice(0, 1);
  return (
    <fieldset className="tb-calendar__days">
      <legend className="tb-field__label">Holidays and special days</legend>
      {otherDays(draft).map(key => (
        <DayRow key={key} {...props} dayKey={key} dated>
          {invalid => <DateFields {...props} dayKey={key} invalid={invalid} />}
        </DayRow>
      ))}
      <div className="tb-row">
        <Button onClick={() => onChange(withDays(draft, free))}>Add day</Button>
        <ImportButton today={today} onImport={keys => onChange(withDays(draft, keys))} />
      </div>
    </fieldset>
  );
}

type Validity = Record<'aria-invalid', true | undefined> &
  Record<'aria-describedby', string | undefined>;

/** A day with its hours and its problem; dated days can be removed. */
function DayRow(
  props: DayRowsProps & {
    readonly dayKey: string;
    readonly dated?: boolean;
    readonly children: (invalid: Validity) => ReactNode;
  },
) {
  const { draft, dayKey, dated, onChange } = props;
  const id = useId();
  const problem = props.problemOf(dayKey);
  const invalid: Validity = {
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem && id,
  };
  return (
    <div className={classNames('tb-calendar__day', dated && 'tb-calendar__day--dated')}>
      {props.children(invalid)}
      <RangeFields
        name={dayKey}
        ranges={rangesOf(draft, dayKey)}
        invalid={invalid}
        onChange={ranges => onChange(withRanges(draft, dayKey, ranges))}
      />
      {dated && (
        <IconButton
          icon={CrossIcon}
          label={`Remove ${dayKey}`}
          onClick={() => onChange(withoutDay(draft, dayKey))}
        />
      )}
      {problem && (
        <p id={id} className="tb-field__error" aria-live="polite">
          {problem}
        </p>
      )}
    </div>
  );
}

function DateFields(props: DayRowsProps & { readonly dayKey: string; readonly invalid: Validity }) {
  const { draft, dayKey, today, invalid, onChange } = props;
  const yearly = isYearly(dayKey);
  const date = yearly ? nextDate(dayKey, today) : dayKey;
  const rename = (next: string) => onChange(renamedDay(draft, dayKey, next));
  return (
    <span className="tb-calendar__date">
      <input
        {...invalid}
        type="date"
        className="tb-input tb-input--date"
        aria-label={`Date of ${dayKey}`}
        value={date}
        // A date is empty while it is typed: the day keeps the last whole one.
        onChange={({ target: { value } }) =>
          value !== '' && rename(yearly ? yearlyKey(value) : value)
        }
      />
      <Checkbox
        label="Every year"
        checked={yearly}
        onChange={every => rename(every ? yearlyKey(date) : date)}
      />
    </span>
  );
}

/** The hours of a day: from and to, with breaks between. Times are typed; '24:00' ends a day. */
function RangeFields(props: {
  readonly name: string;
  readonly ranges: readonly string[];
  readonly invalid: Validity;
  readonly onChange: (ranges: readonly string[]) => void;
}) {
  const { name, ranges, invalid, onChange } = props;
  return (
    <div className="tb-calendar__ranges">
      {ranges.map((range, index) => {
        const [start, end] = halves(range);
        const label = `${name}, hours ${index + 1}`;
        const time = (part: 'from' | 'to', value: string, set: (text: string) => string) => (
          <input
            {...invalid}
            className="tb-input tb-calendar__time"
            aria-label={`${label}, ${part}`}
            value={value}
            placeholder="hh:mm"
            inputMode="numeric"
            maxLength={5}
            onChange={event => onChange(ranges.with(index, set(event.target.value)))}
          />
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a range changes while it is typed.
          <span key={index} className="tb-calendar__range">
            {time('from', start, text => `${text}-${end}`)}
            <span aria-hidden="true">–</span>
            {time('to', end, text => `${start}-${text}`)}
            <IconButton
              icon={CrossIcon}
              label={`Remove ${label}`}
              onClick={() => onChange(ranges.filter((_, other) => other !== index))}
            />
          </span>
        );
      })}
      {ranges.length === 0 && <span className="tb-quiet">Non-working</span>}
      <IconButton
        icon={AddIcon}
        label={`Add hours to ${name}`}
        onClick={() => onChange([...ranges, nextRange(ranges)])}
      />
    </div>
  );
}

const halves = (range: string): readonly [string, string] => {
  const [start = '', ...rest] = range.split('-');
  return [start.trim(), rest.join('-').trim()];
};

/** An hour after the last range; office hours for a free day. */
function nextRange(ranges: readonly string[]): string {
  const [, end] = halves(ranges.at(-1) ?? '');
  const hour = Number(/^(\d{1,2}):\d{2}$/.exec(end)?.[1] ?? Number.NaN);
  if (Number.isNaN(hour)) return '09:00-17:00';
  const two = (value: number) => String(Math.min(24, value)).padStart(2, '0');
  return `${two(hour + 1)}:00-${two(hour + 2)}:00`;
}
