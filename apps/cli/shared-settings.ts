import type { CalendarDefinition, ReportContext } from '@tallyboard/core/model/context.ts';
import { parseCalendar } from '@tallyboard/core/time/calendar-definition.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';

/**
 * Returns what the site's administrators set for everybody and what decides figures: the shared working calendar and
 * the first day of the week. A Jira without the app has none, nor has one that does not let us read them.
 */
export async function fetchSharedSettings(
  client: JiraClient,
): Promise<Pick<ReportContext, 'calendar' | 'weekStart'>> {
  const stored = objectOf(await fetchAppSetting(client, 'global-settings').catch(() => undefined));
  const calendar = objectOf(stored?.workingCalendar);
  return {
    weekStart: Number(objectOf(stored?.logjiraSettings)?.firstDay) === 1 ? 1 : 0,
    // What was read without a problem is a definition.
    calendar:
      calendar !== null && parseCalendar(calendar).calendar !== null
        ? (calendar as unknown as CalendarDefinition)
        : null,
  };
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
