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
    title: 'Status and Progress',
    summary: 'Progress overview or breakdown, with overdue and blocked issues.',
    words:
      'overview breakdown percent overdue priority assignee attention standup daily health kpi',
    height: 420,
    // Codes of groupings are breakdowns; all others are the overview, which is the default.
    reportOf: ({ gType }) =>
      /^(?:[1-9]|1[0-7]|summary|customfield_\d+|level:.*)$/.test(String(gType))
        ? 'breakdown'
        : 'overview',
  },
} as const satisfies ReportAbout;
