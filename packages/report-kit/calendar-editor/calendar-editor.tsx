import './calendar-editor.css';
import {
  type CalendarProblem,
  parseCalendarText,
  WEEKDAY_NAMES,
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
import { HolidayRows } from './holiday-rows.tsx';
import { WeekRows } from './week-rows.tsx';

export interface CalendarEditorProps {
  /** The calendar as JSON, as it was typed: it may be no calendar yet. Null is the usual one, in `zone`. */
  readonly value: string | null;
  readonly onChange: (text: string) => void;
  /** The zone of a new calendar; that of the browser where it is left out. */
  readonly zone?: ZoneId;
  /** By which examples and coming holidays go; today in `zone` where it is left out. */
  readonly today?: Day;
  /** What the whole form says of the calendar, under the text. */
  readonly error?: string | undefined;
}

const MODES = [
  { value: 'visual', label: 'Week and holidays' },
  { value: 'text', label: 'Text' },
] as const;

/** A working calendar, edited as a week with holidays or as JSON, with what it makes of a few examples. */
export function CalendarEditor(props: CalendarEditorProps) {
  const { onChange, error } = props;
  const zone = props.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = props.today ?? localDay(Date.now(), zone);
  const text = props.value ?? calendarText(defaultCalendar(zone));
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
        <Unreadable
          onText={() => setMode('text')}
          onReset={() => onChange(calendarText(defaultCalendar(zone)))}
        />
      )}
      <CalendarExamples text={text} today={today} />
    </div>
  );
}

interface VisualProps {
  readonly draft: CalendarDraft;
  readonly problems: readonly CalendarProblem[];
  readonly today: Day;
  readonly onChange: (draft: CalendarDraft) => void;
}

function VisualEditor(props: VisualProps) {
  const { draft, problems, onChange } = props;
  const problemOf = (key: string) => problems.find(problem => sameKey(problem.key, key))?.text;
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
      <WeekRows draft={draft} problemOf={problemOf} onChange={onChange} />
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

function Unreadable({
  onText,
  onReset,
}: {
  readonly onText: () => void;
  readonly onReset: () => void;
}) {
  return (
    <div role="alert" className="tb-calendar__unreadable">
      <p>This calendar is not valid JSON.</p>
      <div className="tb-calendar__actions">
        <Button onClick={onText}>Edit text</Button>
        <Button appearance="subtle" onClick={onReset}>
          Reset
        </Button>
      </div>
    </div>
  );
}

/** Weekdays may be written in any case; a problem names the key as it is stored. */
const sameKey = (a: string, b: string) =>
  a === b || (WEEKDAY_NAMES.some(name => name === b) && a.trim().toLowerCase() === b.toLowerCase());
