import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import type { Answer } from './answer.ts';
import type { McpHost } from './host.ts';
import { count } from './tools/count.ts';
import { explain } from './tools/explain.ts';
import { find } from './tools/find.ts';
import { FORECAST, forecast } from './tools/forecast.ts';
import { issues } from './tools/issues.ts';
import { render } from './tools/render.ts';
import { compare, report } from './tools/report.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  /** Its answer has a frame. */
  readonly isShown?: true;
  // biome-ignore lint/suspicious/noExplicitAny: each tool takes what its own properties say.
  readonly answer: (host: McpHost, args: any, signal: AbortSignal) => Promise<Answer>;
}

const text = (description: string) => ({ type: 'string', description });
const STRICT = { type: 'boolean', description: 'Refuse partial figures' };
const AS_OF = text('ISO day or time, last-week or last-sprint; default now');

const QUESTION = {
  jql: text('JQL of the issues; optional for reports of a board'),
  boardSet: text('Id or name of a board set, in place of a board or with jql; see find'),
  settings: { type: 'object', description: 'By name, see explain' },
  asOf: AS_OF,
  strict: STRICT,
};
const REPORT = {
  report: text('Id of a report, see the tool report'),
  saved: text('Id or name of a saved report, in place of report'),
  ...QUESTION,
};
const OTHER = { otherAsOf: AS_OF, otherJql: text('JQL to compare with') };
const CELL = {
  row: text('Name of a row of its table'),
  column: text('Name of a column of its table'),
  figure: text('Key of a figure, in place of row and column'),
};

const summaries = REPORTS.map(({ id, gadget, title }) => `${id}: ${gadget?.summary ?? title}`);

/** In the order in which assistants read them. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'find',
    title: 'Find',
    description:
      'Finds boards, board sets, sprints, projects, versions, fields, reports and saved reports by words.',
    properties: {
      words: text('All must match'),
      kind: text('board, board set, sprint, project, version, field, report or saved'),
    },
    required: ['words'],
    answer: find,
  },
  {
    name: 'count',
    title: 'Count issues',
    description: 'Counts the issues of a JQL query.',
    properties: { jql: text('JQL'), strict: STRICT },
    required: ['jql'],
    answer: count,
  },
  {
    name: 'report',
    title: 'Report',
    description: `Computes a report as its page shows it. Reports:\n${summaries.join('\n')}`,
    properties: REPORT,
    answer: report,
  },
  {
    name: 'explain',
    title: 'Explain',
    description:
      'Defines the figures and settings of a report. With since and figure: why the figure changed, by events whose parts add up; with against in place of since: why it differs from other settings. With expected and figure: which ways to count give that number. With otherAsOf or otherJql, row and column, or figure: which issues make a figure differ.',
    properties: {
      ...REPORT,
      ...OTHER,
      ...CELL,
      since: text('ISO day or time, last-week or last-sprint, or pin:ID'),
      against: { type: 'object', description: 'Other settings, in place of since' },
      expected: { type: 'number', description: 'Number that the reader expected' },
    },
    answer: explain,
  },
  {
    name: 'issues',
    title: 'Issues',
    description:
      'Lists issues: of a JQL query (ORDER BY sorts), behind one figure of a report (row and column, or figure), or the rows of its table.',
    properties: {
      ...REPORT,
      ...CELL,
      from: { type: 'integer', minimum: 0, description: 'First position, from 0' },
    },
    answer: issues,
  },
  {
    name: 'forecast',
    title: 'Forecast',
    description: `${FORECAST?.gadget?.summary} Its settings: explain with report ${FORECAST?.id}.`,
    properties: QUESTION,
    answer: forecast,
  },
  {
    name: 'compare',
    title: 'Compare',
    description: 'The figures of a report that differ between two times or two queries.',
    properties: { ...REPORT, ...OTHER },
    answer: compare,
  },
  {
    name: 'render',
    title: 'Show',
    description:
      'Shows a report to the user, with its chart and the issues behind each figure. Takes what report takes.',
    properties: REPORT,
    isShown: true,
    answer: render,
  },
];
