import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'timesheet',
  title: 'Timesheets',
  weight: 90,
  section: 'logjiraSettings',
  menu: [{ group: 'Time Tracking Reports', selector: -7, enabledBy: 'timesheet' }],
  promotesStandard: true,
  gadget: {
    name: 'timesheets',
    summary: 'Logged work by day, week or month, with a heat map.',
    words: 'worklog hours time heatmap billing logged',
    height: 320,
    queryBy: 'filter',
    emptyText: 'No logged time.',
  },
} as const satisfies ReportAbout;
