import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'cycle-time-fixture',
  title: 'Cycle Time of Resolved Issues',
  section: 'cycleTimeFixtureSettings',
  menu: [{ group: 'Flow Reports', enabledBy: 'cycleTimeFixture' }],
  gadget: {
    summary: 'How long resolved issues took from creation to resolution, by type.',
    words: 'lead scatter percentile flow',
  },
} as const satisfies ReportAbout;
