import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'wip-age',
  title: 'WIP Age',
  weight: 122,
  section: null,
  menu: [{ group: 'Flow', selector: -22 }],
  shape: 'chart',
  onBoard: true,
} as const satisfies ReportAbout;
