import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'All visits of an issue to a status together, by status or by category.',
    'Average, total, median and 85th percentile of a group.',
    'On the clock, or only in the hours of a working calendar.',
  ],
  screenshot: 'A table of issues with the time that they spent in each status.',
};

export default docs;
