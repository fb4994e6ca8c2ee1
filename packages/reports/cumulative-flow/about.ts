import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'cumulative-flow',
  title: 'Cumulative Flow',
  section: 'cumulativeFlowSettings',
  weight: 124,
  menu: [{ group: 'Flow', selector: -23, enabledBy: 'cumulativeFlow' }],
  shape: 'chart',
  onBoard: true,
  gadget: {
    summary: 'Issues in each column over time: where work piles up.',
    words: 'cfd kanban wip bottleneck little',
    queryBy: 'board',
  },
} as const satisfies ReportAbout;
