import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'estimation',
  title: 'Estimation',
  weight: 80,
  section: 'estimateSettings',
  menu: [{ group: 'Time Tracking Reports', selector: -6, enabledBy: 'tracking' }],
  promotesStandard: true,
  gadget: {
    name: 'tracking',
    path: 'estimation',
    title: 'Time Tracking and Estimation',
    summary: 'Estimated, spent and remaining time, and how accurate the estimates were.',
    words: 'original actual error hours budget remaining',
    height: 320,
    chart: true,
    emptyText: 'No data.',
  },
} as const satisfies ReportAbout;
