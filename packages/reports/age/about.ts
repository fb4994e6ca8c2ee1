import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'age',
  title: 'Age Reports',
  weight: 100,
  section: 'ageSettings',
  shape: 'chart',
  menu: [
    {
      group: 'Age Reports',
      label: 'Unresolved Issues',
      selector: -8,
      enabledBy: 'aged',
      settings: { gType: -8 },
    },
    {
      group: 'Age Reports',
      label: 'Stale Issues',
      selector: -9,
      enabledBy: 'stale',
      settings: { gType: -9 },
    },
  ],
  gadget: {
    title: 'Issue Age',
    summary: 'Unresolved issues by age, or by their last update.',
    words: 'average stale old open aging backlog untouched',
    preset: 'custom',
    jql: 'resolution is EMPTY',
  },
} as const satisfies ReportAbout;
