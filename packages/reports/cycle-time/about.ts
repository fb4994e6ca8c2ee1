import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'cycle-time',
  title: 'Cycle Time',
  section: 'cycleTimeSettings',
  weight: 120,
  menu: [{ group: 'Flow', selector: -20, enabledBy: 'cycleTime' }],
  shape: 'chart',
  onBoard: true,
  gadget: {
    summary: 'How long issues take from start to finish, with percentiles and trend.',
    words: 'flow kanban lead scatter percentile service level',
    queryBy: 'board',
  },
} as const satisfies ReportAbout;
