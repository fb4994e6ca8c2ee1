import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'wip-age',
  title: 'WIP Age',
  section: 'wipAgeSettings',
  weight: 122,
  menu: [{ group: 'Flow', selector: -22, enabledBy: 'wipAge' }],
  shape: 'chart',
  onBoard: true,
  gadget: {
    summary: 'How old the work in progress is, by column, against the pace of finished issues.',
    words: 'flow kanban aging blocked stuck',
    queryBy: 'board',
  },
} as const satisfies ReportAbout;
