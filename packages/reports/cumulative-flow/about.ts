import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'cumulative-flow',
  title: 'Cumulative Flow',
  weight: 124,
  section: null,
  menu: [{ group: 'Flow', selector: -23 }],
  shape: 'chart',
  onBoard: true,
} as const satisfies ReportAbout;
