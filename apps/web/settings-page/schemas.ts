/** Which report reads which section, and what to say beside a field that it cannot use. */

import type { SettingsSchema } from '@tallyboard/report-kit/contract.ts';
import { ageSettings } from '@tallyboard/reports/age/settings.ts';
import { burnSettings } from '@tallyboard/reports/burn/settings.ts';
import type { SectionKey } from '@tallyboard/reports/catalogue/reports.ts';
import { estimationSettings } from '@tallyboard/reports/estimation/settings.ts';
import { overviewSettings } from '@tallyboard/reports/overview/settings.ts';
import { timeInStatusSettings } from '@tallyboard/reports/time-in-status/settings.ts';
import { MAX_DAYS, timesheetSettings } from '@tallyboard/reports/timesheet/settings.ts';
import { MAX_SPRINTS, velocitySettings } from '@tallyboard/reports/velocity/settings.ts';

export const SCHEMAS: readonly {
  readonly section: SectionKey;
  readonly schema: Pick<SettingsSchema<unknown>, 'parse' | 'defaults'> & {
    // Each reads back what it wrote itself.
    serialize(settings: unknown): Readonly<Record<string, unknown>>;
  };
}[] = [
  { section: 'weeklySettings', schema: overviewSettings },
  { section: 'burnSettings', schema: burnSettings },
  { section: 'velocitySettings', schema: velocitySettings },
  { section: 'estimateSettings', schema: estimationSettings },
  { section: 'logjiraSettings', schema: timesheetSettings },
  { section: 'ageSettings', schema: ageSettings },
  { section: 'timeStatusSettings', schema: timeInStatusSettings },
];

/** By section and stored key. */
export const BAD_VALUES: Readonly<Record<string, string>> = {
  'velocitySettings.sprintCount': `Enter a whole number from 1 to ${MAX_SPRINTS}.`,
  'logjiraSettings.daySpan': `Enter a whole number from 1 to ${MAX_DAYS}.`,
};
