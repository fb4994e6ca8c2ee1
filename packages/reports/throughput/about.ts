import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'throughput',
  title: 'Throughput',
  section: 'throughputSettings',
  weight: 130,
  menu: [{ group: 'Flow', selector: -21, enabledBy: 'throughput' }],
  shape: 'chart',
  onBoard: true,
  gadget: {
    summary: 'Issues finished per day, week or month, and whether the pace has changed.',
    words: 'flow kanban run chart xmr limits arrivals',
    queryBy: 'board',
  },
} as const satisfies ReportAbout;
