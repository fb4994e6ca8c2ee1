import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'first-response',
  title: 'First Response',
  weight: 133,
  section: 'firstResponseSettings',
  menu: [{ group: 'Service Desk', selector: -43, enabledBy: 'firstResponse' }],
  gadget: {
    summary: 'How long customers waited for the first response, by the SLA of that name.',
    words: 'reply answer waiting response time sla support jsm',
    preset: 'custom',
    jql: 'updated >= startOfDay(-29d) OR resolution is EMPTY',
  },
} as const satisfies ReportAbout;
