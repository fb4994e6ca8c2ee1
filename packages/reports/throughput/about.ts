import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'throughput',
  title: 'Throughput',
  weight: 130,
  section: null,
  menu: [{ group: 'Flow', selector: -21 }],
  shape: 'chart',
  onBoard: true,
} as const satisfies ReportAbout;
