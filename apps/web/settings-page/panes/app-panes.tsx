/** The panes about the app as a whole. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import {
  DEFAULT_DATE_FORMAT,
  parseDateFormat,
  parseEnabledReports,
  type Stored,
} from '@tallyboard/engine/site/global-settings.ts';
import { CalendarEditor } from '@tallyboard/report-kit/calendar-editor/calendar-editor.tsx';
import {
  calendarText,
  readDefinition,
} from '@tallyboard/report-kit/calendar-editor/calendar-text.ts';
import { CheckGroup, Checks } from '@tallyboard/report-kit/form/check-group.tsx';
import { SiteDoneField } from '@tallyboard/report-kit/form/done-field.tsx';
import { FormFields } from '@tallyboard/report-kit/form/form-fields.tsx';
import { parseSiteDone, storedSiteDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import { MENU_SWITCHES } from '@tallyboard/reports/catalogue/menu.ts';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { useState } from 'react';
import { useSession } from '../../start/session.ts';
import { sectionOf, withKeys, withoutSection } from '../section.ts';
import { type PaneProps, problemOf } from './pane.ts';

export function EnabledReportsPane({ document, onChange }: PaneProps) {
  return (
    <CheckGroup label="Reports in the menu of the Custom tab">
      <Checks
        options={MENU_SWITCHES.map(({ key, label }) => ({ name: key, label }))}
        value={parseEnabledReports(document.enabledReports)}
        onChange={flags => onChange(withKeys(document, 'enabledReports', flags))}
      />
    </CheckGroup>
  );
}

const FORMATS = [
  DEFAULT_DATE_FORMAT,
  'D MMM YYYY',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'M/D/YYYY',
  'YYYY-MM-DD',
];

export function CommonPane(props: PaneProps) {
  const { document, onChange, now } = props;
  const { zone } = useSession();
  const stored = sectionOf(document, 'commonSettings').dateFormat;
  const text = typeof stored === 'string' ? stored : DEFAULT_DATE_FORMAT;
  const error = problemOf(props, 'commonSettings', 'dateFormat');
  return (
    <FormFields>
      <InputField
        label="Date format"
        help="D is the day, M or MMM the month, YYYY the year; words go in [brackets]."
        error={error}
        suggestions={FORMATS}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={event =>
          onChange(withKeys(document, 'commonSettings', { dateFormat: event.target.value }))
        }
      />
      <p className="tb-settings__preview">
        Today is shown as{' '}
        <output aria-label="Preview of the date format">
          {error ? '…' : formatInstant(now, zone, parseDateFormat(text))}
        </output>
      </p>
    </FormFields>
  );
}

export function DonePane({ document, onChange }: PaneProps) {
  return (
    <FormFields>
      <SiteDoneField
        value={parseSiteDone(sectionOf(document, 'doneRule'))}
        onChange={rule => onChange({ ...document, doneRule: storedSiteDone(rule) })}
      />
      <p className="tb-quiet">
        For all reports and gadgets. One with a done rule of its own keeps it, and says so.
      </p>
    </FormFields>
  );
}

export function CalendarPane(props: PaneProps) {
  const { document, onChange, now } = props;
  const { zone } = useSession();
  const { workingCalendar } = document;
  const shared = workingCalendar !== undefined && workingCalendar !== null;
  // The text as it is typed: it may be no calendar in between.
  const [text, setText] = useState(() => storedText(document, zone));
  const edit = (next: string) => {
    setText(next);
    const { definition } = readDefinition(next);
    onChange({ ...document, workingCalendar: definition ?? { text: next } });
  };
  return (
    <FormFields>
      <p className="tb-quiet">
        Burndown and Timesheets skip its holidays; Time in Status counts its hours.
      </p>
      <Checkbox
        label="Use one working calendar for everybody"
        checked={shared}
        onChange={on => (on ? edit(text) : onChange(withoutSection(document, 'workingCalendar')))}
      />
      {shared && (
        <CalendarEditor value={text} onChange={edit} zone={zone} today={localDay(now, zone)} />
      )}
    </FormFields>
  );
}

function storedText(document: Stored, zone: string): string {
  const stored = sectionOf(document, 'workingCalendar');
  if (typeof stored.text === 'string') return stored.text;
  if (stored.days === undefined) return calendarText(defaultCalendar(zone));
  return calendarText({ timezone: String(stored.timezone ?? ''), days: stored.days });
}
