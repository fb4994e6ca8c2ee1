import { groupableFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { CalendarEditor } from '@tallyboard/report-kit/calendar-editor/calendar-editor.tsx';
import { personRole } from '@tallyboard/report-kit/figures/account-notes.ts';
import { customFields } from '@tallyboard/report-kit/form/field-options.ts';
import type { FormPartProps, FormRules, FormSite } from '@tallyboard/report-kit/form/form-rules.ts';
import type { SettingOption } from '@tallyboard/report-kit/settings/codec.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { CALENDAR_SOURCES, type TimeInStatusSettings } from './settings.ts';

export default {
  groupBy: { options: (all, _settings, site) => groupOptions(all, site) },
  accounts: { when: ({ groupBy }) => personRole(groupBy) !== null },
  // Statuses and categories have different columns.
  statusBy: { also: () => ({ columns: [] }) },
  useCalendar: { Part: CalendarChoice },
  calendarSource: { when: () => false },
  calendarDays: { when: ({ useCalendar }) => useCalendar },
  calendar: {
    when: ({ useCalendar, calendarSource }) => useCalendar && calendarSource === 'own',
    Part: OwnCalendar,
  },
} satisfies FormRules<TimeInStatusSettings>;

/** Sprint, Epic and Team only where the site has such fields. */
function groupOptions(all: readonly SettingOption[], { fields, special }: FormSite) {
  const has: Readonly<Record<string, boolean>> = {
    sprint: special.sprint.length > 0,
    // Epics may be parents, without a field of their own.
    epic: special.epicLink.length > 0 || fields.some(field => (field.id as string) === 'parent'),
    team: special.team.length > 0,
  };
  return [
    ...all.filter(({ name }) => has[name] ?? true),
    ...customFields(groupableFields(fields, special)),
  ];
}

type PartProps = FormPartProps<TimeInStatusSettings>;

const ALWAYS = { value: 'always', label: '24/7' } as const;

function CalendarChoice({ setting, settings, set }: PartProps) {
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

function OwnCalendar({ settings, set, error }: PartProps) {
  return (
    <CalendarEditor
      value={settings.calendar}
      onChange={calendar => set({ calendar })}
      error={error}
    />
  );
}
