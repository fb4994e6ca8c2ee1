import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'sla',
  title: 'SLA',
  weight: 130,
  section: 'slaSettings',
  menu: [{ group: 'Service Desk', selector: -40, enabledBy: 'sla' }],
  gadget: {
    summary: 'SLAs met and breached, and which issues are at risk, breached or paused now.',
    words: 'service level agreement breach attainment goal desk support jsm time to resolution',
    preset: 'custom',
    jql: 'updated >= startOfDay(-29d) OR resolution is EMPTY',
  },
} as const satisfies ReportAbout;
