import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'time-in-status',
  title: 'Time in Status',
  weight: 110,
  section: 'timeStatusSettings',
  gadget: {
    name: 'time-status',
    summary: 'Time spent in each status, 24/7 or working hours.',
    words: 'cycle lead waiting flow calendar history sla bottleneck stuck',
    height: 360,
    preset: 'custom',
    jql: 'assignee in (currentUser())',
    waiting: ['Loading issues', 'Calculating time in status'],
    emptyText: 'No data.',
  },
} as const satisfies ReportAbout;
