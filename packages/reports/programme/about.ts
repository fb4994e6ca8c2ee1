import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'programme',
  title: 'Programme',
  section: 'programmeSettings',
  weight: 165,
  menu: [{ group: 'Flow', selector: -26, enabledBy: 'programme' }],
  onBoard: true,
  gadget: {
    ownFilters: ['board'],
    noFilters: ['sprint', 'period'],
    summary:
      'Epics, initiatives, versions or queries in one table: progress, growth, dates by their own pace, and what they wait for.',
    words: 'roadmap portfolio initiative epic release train roll-up target dependency fever plan',
    queryBy: 'board',
  },
} as const satisfies ReportAbout;
