import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

/** The fields that administrators enable make its places in the menu (fields.ts). */
export const about = {
  id: 'issues-by',
  title: 'Issues By',
  weight: 120,
  section: 'weeklySettings',
} as const satisfies ReportAbout;
