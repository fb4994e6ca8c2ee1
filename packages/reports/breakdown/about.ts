import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

/** Shown by the gadget of overview, and inside the overview. */
export const about = {
  id: 'breakdown',
  title: 'Breakdown',
  weight: 20,
  section: 'weeklySettings',
} as const satisfies ReportAbout;
