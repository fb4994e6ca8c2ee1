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
  gadget: {
    ownFilters: ['period'],
    noFilters: ['sprint'],
    summary: 'Created and resolved issues over time, and whether the backlog grows.',
    words: 'created vs resolved versus chart trend backlog net bugs support',
    preset: 'custom',
    jql: 'created >= startOfDay(-29d) OR resolved >= startOfDay(-29d)',
  },
} as const satisfies ReportAbout;
