import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'flow-efficiency',
  title: 'Flow Efficiency',
  weight: 132,
  section: null,
  menu: [{ group: 'Flow', selector: -25 }],
  shape: 'chart',
  onBoard: true,
} as const satisfies ReportAbout;
