import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import { parseCalendar } from '@tallyboard/core/time/calendar-definition.ts';
import { civilOf } from '@tallyboard/core/time/day.ts';
import type { WorkingDays } from '@tallyboard/core/time/working-calendar.ts';

/** A report's own week with the holidays and extra working days of the shared calendar, if there is one. */
export function withHolidays(
  isWorking: WorkingDays,
  calendar: CalendarDefinition | null,
): WorkingDays {
  const parsed = calendar && parseCalendar(calendar).calendar;
  if (!parsed) return isWorking;
  return day => {
    const { month, date } = civilOf(day);
    const special = parsed.dates.get(day) ?? parsed.yearly.get(month * 32 + date);
    return special ? special.length > 0 : isWorking(day);
  };
}
