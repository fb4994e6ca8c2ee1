import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'resolution-time',
  title: 'Resolution/Lead Time',
  weight: 40,
  section: 'weeklySettings',
  shape: 'chart',
  menu: [
    {
      group: 'Reports By Date',
      selector: 1,
      enabledBy: 'dateLead',
      switchLabel: 'Resolution/Lead Time, by date',
    },
  ],
} as const satisfies ReportAbout;
