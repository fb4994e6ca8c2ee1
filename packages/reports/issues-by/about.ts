import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

/** Its menu entries are the enabled fields (fields.ts). */
export const about = {
  id: 'issues-by',
  title: 'Issues By',
  weight: 120,
  section: 'weeklySettings',
  menu: [],
  gadget: {
    title: 'Issues by Field',
    summary: 'Issues by status, priority, type or any field, as bars or a pie.',
    words:
      'pie donut statistics distribution component label reporter sla breached two dimensional',
    preset: 'custom',
    chart: true,
    jql: 'created >= startOfDay(-29d)',
  },
} as const satisfies ReportAbout;
