import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'by-assignee',
  title: 'By Assignee',
  weight: 50,
  section: 'weeklySettings',
  shape: 'chart',
  menu: [
    {
      group: 'Assignees By',
      label: 'Created/Resolved by Assignee',
      selector: -1,
      enabledBy: 'userCreated',
      switchLabel: 'Created and Resolved, by assignee',
      settings: { gType: -1 },
    },
    {
      group: 'Assignees By',
      label: 'Lead Time by Assignee',
      selector: -2,
      enabledBy: 'userLead',
      switchLabel: 'Resolution/Lead Time, by assignee',
      settings: { gType: -2 },
    },
  ],
  gadget: {
    title: 'Issues by Assignee',
    summary: 'Created and resolved issues, or resolution times, of each assignee.',
    words: 'workload people team person comparison bar chart',
    // Rows of bars are as high as there are people.
    chart: false,
    preset: 'custom',
    jql: 'created >= startOfDay(-29d) OR resolved >= startOfDay(-29d)',
  },
} as const satisfies ReportAbout;
