import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Time spent, remaining and actual time beside the original estimate.',
    'Estimate error of issues with an original estimate.',
    'The same groups as the status gadget, with their issues.',
  ],
  screenshot: 'A table of assignees with estimated, spent and remaining time.',
};

export default docs;
