import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'cycle-time',
  title: 'Cycle Time',
  weight: 120,
  section: null,
  menu: [{ group: 'Flow', selector: -20 }],
  shape: 'chart',
  onBoard: true,
} as const satisfies ReportAbout;
