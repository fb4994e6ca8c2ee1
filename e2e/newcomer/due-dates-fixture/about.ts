import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'due-dates-fixture',
  title: 'Due Dates Met',
  menu: [{}],
  gadget: { summary: 'How many resolved issues met their due date, by issue type.' },
} as const satisfies ReportAbout;
