import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

/** Its menu entries are the enabled fields (fields.ts). */
export const about = {
  id: 'issues-by',
  title: 'Issues By',
  weight: 120,
  section: 'weeklySettings',
  menu: [],
} as const satisfies ReportAbout;
