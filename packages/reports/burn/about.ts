import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'burn',
  title: 'Burndown/Burnup',
  weight: 60,
  section: 'burnSettings',
  shape: 'chart',
  menu: [{ group: 'Agile Reports', selector: -4, enabledBy: 'burn' }],
  onBoard: true,
  promotesStandard: true,
  gadget: {
    title: 'Advanced Burndown',
    summary: 'Burndown and burnup of sprints, filters, epics and versions.',
    words: 'burnup sprint chart ideal epic version release standup daily scrum scope',
    height: 400,
    preset: 'active-sprints',
    ownFilters: ['board'],
    // Burn charts of a filter.
    hasInterval: ({ gadgetType }) => gadgetType === 2 || gadgetType === 3,
  },
} as const satisfies ReportAbout;
