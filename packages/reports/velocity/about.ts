import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'velocity',
  title: 'Individual Velocity',
  weight: 70,
  section: 'velocitySettings',
  menu: [{ group: 'Agile Reports', selector: -5, enabledBy: 'velocity' }],
  onBoard: true,
  promotesStandard: true,
  gadget: {
    noun: 'velocity',
    summary: 'Committed and completed work of each sprint or interval, and of each person.',
    words: 'sprint kanban chart committed completed points scrum capacity planning team',
    height: 360,
    chart: true,
    queryBy: 'report',
  },
} as const satisfies ReportAbout;
