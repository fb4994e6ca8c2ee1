import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'satisfaction',
  title: 'Satisfaction',
  weight: 132,
  section: 'satisfactionSettings',
  menu: [{ group: 'Service Desk', selector: -42, enabledBy: 'satisfaction' }],
  gadget: {
    summary: 'How customers rate resolved requests, and how many of them do.',
    words: 'csat customer feedback rating stars survey support jsm',
    preset: 'custom',
    jql: 'resolved >= startOfDay(-29d)',
  },
} as const satisfies ReportAbout;
