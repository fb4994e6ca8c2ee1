import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'flow-efficiency',
  title: 'Flow Efficiency',
  section: 'flowEfficiencySettings',
  weight: 132,
  menu: [{ group: 'Flow', selector: -25, enabledBy: 'flowEfficiency' }],
  shape: 'chart',
  onBoard: true,
  gadget: {
    summary: 'Where the time of finished issues goes, and how much of it they wait.',
    words: 'kanban waste queue wait time by column',
    queryBy: 'board',
  },
} as const satisfies ReportAbout;
