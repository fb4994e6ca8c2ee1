import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

/** Its gadget is that of Overview. */
export const about = {
  id: 'breakdown',
  title: 'Breakdown',
  weight: 20,
  section: 'weeklySettings',
} as const satisfies ReportAbout;
