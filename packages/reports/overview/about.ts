import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'overview',
  title: 'Overview',
  weight: 10,
  section: 'weeklySettings',
  shape: 'cards',
  menu: [{ group: null, selector: -3 }],
  inLite: true,
  promotesStandard: true,
  gadget: {
    name: 'status',
    path: 'status',
    title: 'Status and Progress',
    summary: 'Progress overview or breakdown, with overdue and blocked issues.',
    words: 'overview breakdown percent overdue priority assignee attention',
    height: 420,
    // Grouping 0 (the default) is the overview; every other code is a breakdown.
    reportOf: ({ gType }) => (Number(gType ?? 0) === 0 ? 'overview' : 'breakdown'),
  },
} as const satisfies ReportAbout;
