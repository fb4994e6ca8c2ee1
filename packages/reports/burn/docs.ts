import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Remaining or completed work at every moment, against an ideal that rests on days off.',
    'Every change of the scope after the start, with its time and author.',
    'Lines for each person, and several sprints in one chart.',
  ],
  screenshot: 'A burndown chart with the ideal line and the remaining work.',
};

export default docs;
