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
  gadget: {
    ownFilters: ['period'],
    noFilters: ['sprint'],
    summary: 'How long issues take from creation to resolution, over time.',
    words: 'average lead mean median percentile sla support turnaround',
    preset: 'custom',
    jql: 'created >= startOfDay(-29d) OR resolved >= startOfDay(-29d)',
  },
} as const satisfies ReportAbout;
