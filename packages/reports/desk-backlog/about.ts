import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'desk-backlog',
  title: 'Service Desk Backlog',
  weight: 131,
  section: 'deskBacklogSettings',
  shape: 'chart',
  menu: [{ group: 'Service Desk', selector: -41, enabledBy: 'deskBacklog' }],
  gadget: {
    summary: 'Open requests by age and SLA each day, what came in and went out, and days of work.',
    words: 'queue tickets inflow outflow open age support jsm created resolved',
    preset: 'custom',
    jql: 'created >= startOfDay(-29d) OR resolved >= startOfDay(-29d) OR resolution is EMPTY',
  },
} as const satisfies ReportAbout;
