import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'How much is resolved, by issues, story points and logged time.',
    'What needs attention: overdue, due this week, high priority, flagged, blocking and blocked issues.',
    'The same in groups: by assignee, project, sprint, epic, label, version or any field.',
  ],
  screenshot: 'An overview with progress lines and lists of issues that need attention.',
};

export default docs;
