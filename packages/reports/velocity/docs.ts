import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'What a sprint began with, what was added and removed, and what was completed.',
    'The same for each person: committed goes to the assignee at the start, completed to the one at completion.',
    'Kanban boards by intervals of one to four weeks.',
  ],
  screenshot: 'Bars of committed and completed work of the last sprints.',
};

export default docs;
