import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Time per issue by status or status category.',
    'Average, total, median and 85th percentile of a group.',
    '24/7 or in the hours of a working calendar.',
  ],
  screenshot: 'A table of issues with their time in each status.',
};

export default docs;
