import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'cycle-time',
  title: 'Cycle Time',
  weight: 120,
  section: null,
  menu: [{ group: 'Flow', selector: -20 }],
  shape: 'chart',
  onBoard: true,
  gadget: {
    name: 'cycle-time',
    path: 'cycle-time',
    summary: 'How long issues take from start to finish, with percentiles and trend.',
    words: 'flow kanban lead scatter percentile service level',
    height: 480,
    queryBy: 'board',
  },
} as const satisfies ReportAbout;
