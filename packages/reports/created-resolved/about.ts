import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'created-resolved',
  title: 'Created and Resolved',
  weight: 30,
  section: 'weeklySettings',
  shape: 'chart',
  menu: [
    {
      group: 'Reports By Date',
      selector: 0,
      enabledBy: 'dateCreated',
      switchLabel: 'Created and Resolved, by date',
    },
  ],
} as const satisfies ReportAbout;
