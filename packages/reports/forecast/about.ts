import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'forecast',
  title: 'Forecast',
  weight: 160,
  section: null,
  menu: [{ group: 'Flow', selector: -24 }],
  shape: 'chart',
  onBoard: true,
} as const satisfies ReportAbout;
