import { CalendarEditor } from '@tallyboard/report-kit/calendar-editor/calendar-editor.tsx';
import type { FormPartProps } from '@tallyboard/report-kit/form/form-rules.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { CALENDAR_SOURCES, type TimeInStatusSettings } from './settings.ts';

type PartProps = FormPartProps<TimeInStatusSettings>;

const ALWAYS = { value: 'always', label: '24/7' } as const;

/** Which hours count: all, or those of one of two calendars. */
export function CalendarChoice({ setting, settings, set }: PartProps) {
  const chosen = settings.useCalendar ? settings.calendarSource : ALWAYS.value;
  return (
    <ChoiceField
      label={setting.label}
      options={[ALWAYS, ...CALENDAR_SOURCES.options]}
      value={chosen}
      onChange={value =>
        set(
          value === ALWAYS.value
            ? { useCalendar: false }
            : { useCalendar: true, calendarSource: value },
        )
      }
      help={
        chosen === 'shared' &&
        'Set by an administrator in the global settings; by default Monday to Friday, 9-12 and 13-17 in your time zone.'
      }
    />
  );
}

export function OwnCalendar({ settings, set, error }: PartProps) {
  return (
    <CalendarEditor
      value={settings.calendar}
      onChange={calendar => set({ calendar })}
      error={error}
    />
  );
}
