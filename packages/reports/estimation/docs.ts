import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Time spent, remaining and actual time beside the original estimate.',
    'How far the estimates were off, over the issues that had one.',
    'Any group that the status gadget has, with its issues.',
  ],
  screenshot: 'A table of people with their estimated, spent and remaining time.',
};

export default docs;
