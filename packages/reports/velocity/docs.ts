import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Committed, added, removed and completed work of each sprint.',
    'The same per assignee: committed by the assignee at the start, completed by the one at completion.',
    'Kanban boards by intervals of one to four weeks.',
  ],
  screenshot: 'Committed and completed work of the last sprints.',
};

export default docs;
