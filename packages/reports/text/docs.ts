import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Your own text: headings, lists, tables, pictures and links.',
    'No issues, and no code: scripts and forms are removed.',
  ],
  screenshot: null,
};

export default docs;
