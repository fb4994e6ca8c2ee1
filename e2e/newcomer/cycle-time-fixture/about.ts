import type { ReportAbout } from '@tallyboard/report-kit/about.ts';

export const about = {
  id: 'cycle-time-fixture',
  title: 'Cycle Time of Resolved Issues',
  weight: 95,
  section: 'cycleTimeFixtureSettings',
  menu: [{ group: 'Flow Reports', selector: -90, enabledBy: 'cycleTimeFixture' }],
  gadget: {
    name: 'cycle-time-fixture',
    path: 'cycle-time-fixture',
    summary: 'How long resolved issues took from creation to resolution, by type.',
    words: 'lead scatter percentile flow',
    height: 400,
  },
} as const satisfies ReportAbout;
