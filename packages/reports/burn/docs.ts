import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Remaining or completed work, with an ideal line that skips non-working days.',
    'Every scope change after the start, with its time and author.',
    'A line per assignee, and several sprints in one chart.',
  ],
  screenshot: 'A burndown chart with the ideal line and the remaining work.',
};

export default docs;
