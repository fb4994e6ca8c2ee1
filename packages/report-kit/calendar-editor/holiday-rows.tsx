import CrossIcon from '@atlaskit/icon/core/cross';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { Button, IconButton } from '@tallyboard/ui/controls/button.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import {
  isYearly,
  nextDate,
  otherDays,
  rangesOf,
  renamedDay,
  withDay,
  withDays,
  withoutDay,
  withRanges,
  yearlyKey,
} from './draft-edits.ts';
import type { ImportedHolidays } from './ics.ts';
import { RangeFields } from './range-fields.tsx';
import type { DayRowsProps } from './week-rows.tsx';

type HolidayRowsProps = DayRowsProps & { readonly today: Day };

/** Days that are not as their weekday is: holidays, and days with hours of their own; on a date or every year. */
export function HolidayRows({ draft, problemOf, onChange, today }: HolidayRowsProps) {
  const add = () => {
    const day = Array.from({ length: 366 }, (_, i) => dayText(today + i)).find(
      key => !(key in draft.days),
    );
    if (day !== undefined) onChange(withDay(draft, day));
  };
  return (
    <fieldset className="tb-calendar__days">
      <legend className="tb-field__label">Holidays and special days</legend>
      {otherDays(draft).map(key => (
        <HolidayRow
          key={key}
          dayKey={key}
          draft={draft}
          problem={problemOf(key)}
          onChange={onChange}
          today={today}
        />
      ))}
      <div className="tb-calendar__actions">
        <Button onClick={add}>Add day</Button>
        <ImportButton today={today} onImport={({ keys }) => onChange(withDays(draft, keys))} />
      </div>
    </fieldset>
  );
}

function HolidayRow({
  dayKey,
  draft,
  problem,
  onChange,
  today,
}: Omit<HolidayRowsProps, 'problemOf'> & {
  readonly dayKey: string;
  readonly problem: string | undefined;
}) {
  const id = useId();
  const yearly = isYearly(dayKey);
  const date = yearly ? nextDate(dayKey, today) : dayKey;
  const rename = (next: string) => onChange(renamedDay(draft, dayKey, next));
  const described = problem && `${id}-problem`;
  return (
    <div className="tb-calendar__day tb-calendar__day--dated">
      <span className="tb-calendar__date">
        <input
          type="date"
          className="tb-input tb-input--date"
          aria-label={`Date of ${dayKey}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={described}
          value={date}
          // A date being typed is empty in between: the day keeps the last whole one.
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
      <RangeFields
        name={dayKey}
        ranges={rangesOf(draft, dayKey)}
        invalid={problem !== undefined}
        describedBy={described}
        onChange={ranges => onChange(withRanges(draft, dayKey, ranges))}
      />
      <IconButton
        icon={CrossIcon}
        label={`Remove ${dayKey}`}
        onClick={() => onChange(withoutDay(draft, dayKey))}
      />
      {problem && (
        <p id={described} className="tb-field__error" aria-live="polite">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Reads days off from an .ics file of the reader's. */
function ImportButton({
  today,
  onImport,
}: {
  readonly today: Day;
  readonly onImport: (holidays: ImportedHolidays) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState('');
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    try {
      const { parseHolidays } = await import('./ics.ts');
      const found = parseHolidays(await file.text(), today);
      setOutcome(outcomeText(file.name, found));
      if (found) onImport(found);
    } catch {
      setOutcome(`${file.name} could not be read.`);
    }
    // The same file may be chosen again.
    target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        className="tb-hidden"
        tabIndex={-1}
        aria-label="Calendar file (.ics)"
        onChange={read}
      />
      <Button onClick={() => input.current?.click()}>Import holidays (.ics)</Button>
      <output className="tb-field__help">{outcome}</output>
    </>
  );
}

function outcomeText(name: string, found: ImportedHolidays | null): string {
  if (found === null) return `${name} is not a calendar file (.ics).`;
  const { keys, skipped } = found;
  const days = keys.length === 1 ? '1 day' : `${keys.length} days`;
  if (skipped.length === 0) return `${days} from ${name}.`;
  const some = skipped.slice(0, 3).join(', ');
  const more = skipped.length > 3 ? ` and ${skipped.length - 3} more` : '';
  return `${days} from ${name}. Not imported (not all-day or yearly): ${some}${more}.`;
}
