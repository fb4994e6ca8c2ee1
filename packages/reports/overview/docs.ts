import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Progress by issues, story points and logged time.',
    'Overdue, due this week, high-priority, flagged, blocking and blocked issues.',
    'Breakdowns by assignee, project, sprint, epic, label, version or any field.',
  ],
  screenshot: 'An overview with progress bars and issues that need attention.',
};

export default docs;
