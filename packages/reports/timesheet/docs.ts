import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Who logged what and when, with a heat map, averages and percent of the working time.',
    'Worklog descriptions on hover or in the table.',
    'Days as they were for the author of the work, or as they are for you.',
  ],
  screenshot: 'A table of people and days with logged hours, coloured by how much was logged.',
};

export default docs;
