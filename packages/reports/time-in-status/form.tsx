import { groupableFields } from '@tallyboard/core/measure/groupable-fields.ts';
import { customFields } from '@tallyboard/report-kit/form/field-options.ts';
import type { FormRules, FormSite } from '@tallyboard/report-kit/form/form-rules.ts';
import type { SettingOption } from '@tallyboard/report-kit/settings/options.ts';
import { CalendarChoice, OwnCalendar } from './calendar-parts.tsx';
import type { TimeInStatusSettings } from './settings.ts';

export default {
  groupBy: { options: (all, _settings, site) => groupOptions(all, site) },
  // The columns of one are not those of the other.
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
    // Where epics are parents, no field of their own needs to name them.
    epic: special.epicLink.length > 0 || fields.some(field => (field.id as string) === 'parent'),
    team: special.team.length > 0,
  };
  return [
    ...all.filter(({ name }) => has[name] ?? true),
    ...customFields(groupableFields(fields, special)),
  ];
}
