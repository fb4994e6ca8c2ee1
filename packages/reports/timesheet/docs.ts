import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';

const docs: GadgetDocs = {
  shows: [
    'Logged time by person and date, with a heat map, averages and percentage of working time.',
    'Worklog descriptions on hover or in the table.',
    "Dates in the author's time zone or yours.",
  ],
  screenshot: 'A table of people and days with logged hours as a heat map.',
};

export default docs;
