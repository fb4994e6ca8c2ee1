import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: ['Every resolved issue as a point, with the median and the 85th percentile.'],
  screenshot: null,
};

export default docs;
