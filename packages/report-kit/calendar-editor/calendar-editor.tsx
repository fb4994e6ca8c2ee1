import './calendar-editor.css';
import {
  type CalendarProblem,
  parseCalendarText,
} from '@tallyboard/core/time/calendar-definition.ts';
import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import { defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SegmentedSwitch } from '@tallyboard/ui/controls/segmented-switch.tsx';
import { InputField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { useState } from 'react';
import { CalendarExamples } from './calendar-examples.tsx';
import { type CalendarDraft, calendarText, readDraft } from './calendar-text.ts';
import { HolidayRows, WeekRows } from './day-rows.tsx';
import { isSameKey } from './draft-edits.ts';

const MODES = [
  { value: 'visual', label: 'Week and holidays' },
  { value: 'text', label: 'Text' },
] as const;

/** A working calendar, edited as a week with holidays or as JSON, with worked examples. */
export function CalendarEditor(props: {
  /** JSON as it was typed, which may be no calendar yet. Null is the usual calendar, in `zone`. */
  readonly value: string | null;
  readonly onChange: (text: string) => void;
  /** The zone of a new calendar; the browser's by default. */
  readonly zone?: ZoneId;
  /** The day of the examples; today in `zone` by default. */
  readonly today?: Day;
  /** An error of the form, under the text. */
  readonly error?: string | undefined;
}) {
  const { onChange, error } = props;
  const zone = props.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = props.today ?? localDay(Date.now(), zone);
  const usual = calendarText(defaultCalendar(zone));
  const text = props.value ?? usual;
  const [mode, setMode] = useState<(typeof MODES)[number]['value']>('visual');
  const draft = readDraft(text);
  const { problems } = parseCalendarText(text);
  const edit = (next: CalendarDraft) => onChange(calendarText(next));
  return (
    <div className="tb-calendar">
      <SegmentedSwitch label="Edit as" options={MODES} value={mode} onChange={setMode} />
      {mode === 'text' ? (
        <>
          <TextField
            label="Calendar (JSON)"
            help="Days are weekdays (Monday), dates (2024-01-01) or yearly dates (--12-25); their hours are ranges such as 09:00-12:00. Days without hours are non-working."
            error={error ?? (problems.length > 0 ? <Problems problems={problems} /> : undefined)}
            rows={14}
            value={text}
            onChange={onChange}
          />
          {error && problems.length > 0 && <Problems problems={problems} />}
        </>
      ) : draft ? (
        <VisualEditor draft={draft} problems={problems} today={today} onChange={edit} />
      ) : (
        <div role="alert" className="tb-calendar__days">
          <p>This calendar is not valid JSON.</p>
          <div className="tb-row">
            <Button onClick={() => setMode('text')}>Edit text</Button>
            <Button appearance="subtle" onClick={() => onChange(usual)}>
              Reset
            </Button>
          </div>
        </div>
      )}
      <CalendarExamples text={text} today={today} />
    </div>
  );
}

function VisualEditor(props: {
  readonly draft: CalendarDraft;
  readonly problems: readonly CalendarProblem[];
  readonly today: Day;
  readonly onChange: (draft: CalendarDraft) => void;
}) {
  const { draft, problems, onChange } = props;
  const problemOf = (key: string) => problems.find(problem => isSameKey(problem.key, key))?.text;
  return (
    <>
      <InputField
        label="Time zone"
        help="Times are in this time zone."
        error={problemOf('timezone')}
        suggestions={Intl.supportedValuesOf('timeZone')}
        value={draft.timezone}
        spellCheck={false}
        autoComplete="off"
        onChange={event => onChange({ ...draft, timezone: event.target.value.trim() })}
      />
      <WeekRows {...props} problemOf={problemOf} />
      <HolidayRows {...props} problemOf={problemOf} />
    </>
  );
}

function Problems({ problems }: { readonly problems: readonly CalendarProblem[] }) {
  return (
    <ul className="tb-calendar__problems">
      {problems.map(({ key, text }) => (
        <li key={`${key} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}
