/** The answer of a report as programs get it: one schema for its type, OpenAPI and the calls that read it. */
import * as v from 'valibot';

const said = <Schema extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(
  schema: Schema,
  text: string,
) => v.pipe(schema, v.description(text));

const part = v.object({
  fetched: v.number(),
  total: said(v.nullable(v.number()), 'Null where it is not known.'),
});

const field = v.object({
  name: said(v.string(), 'The column in keys.'),
  type: v.picklist(['text', 'number']),
  label: v.optional(said(v.string(), 'The head on screen, where that of files is another.')),
  unit: v.optional(
    said(v.string(), 'hours, days, points, % or share (0 to 1); absent for counts.'),
  ),
});

const table = v.object({
  columns: said(v.array(v.string()), 'Heads, in words.'),
  fields: v.array(field),
  keys: said(v.array(v.string()), 'The rows in keys, such as sprint:14; empty for the total.'),
  rows: v.array(v.array(v.nullable(v.union([v.string(), v.number()])))),
  hasTotal: said(v.boolean(), 'The last row is the total.'),
  folded: v.optional(said(v.number(), 'Rows that an access key with aggregateOnly does not get.')),
});

const figure = v.object({
  key: said(
    v.string(),
    'Stays the same in all words, orders and languages: the column of the total, or ROW/column.',
  ),
  value: said(v.nullable(v.number()), 'Null is not available, which is not 0.'),
  unit: v.optional(
    said(v.string(), 'hours, days, points, % or share (0 to 1); absent for counts.'),
  ),
  kind: v.optional(
    said(v.string(), 'count, sum, mean, median, max or percentile85 of its issues.'),
  ),
  issues: v.optional(said(v.number(), 'How many issues are behind it.')),
});

const headlineFigure = v.object({
  key: said(v.string(), 'Its number is in figures.'),
  label: v.string(),
  text: said(v.string(), 'Formatted, with its unit.'),
  of: v.optional(said(v.string(), 'The whole that it is a part of.')),
  goal: v.optional(v.object({ text: v.string(), state: v.picklist(['met', 'near', 'missed']) })),
});

const signal = v.object({
  key: said(v.string(), 'The period, as in the keys of the table.'),
  rule: said(v.string(), 'beyond-limit, 2-of-3, 4-of-5 or 8-on-one-side.'),
  text: v.string(),
});

const limits = v.object({
  series: said(v.string(), 'The column with the values, or a name of its own.'),
  label: v.string(),
  period: said(v.string(), 'day, week, month, quarter, sprint or interval.'),
  periods: said(v.number(), 'Whole periods with a value: those that count.'),
  unit: v.optional(
    said(v.string(), 'hours, days, points, % or share (0 to 1); absent for counts.'),
  ),
  mean: v.optional(v.number()),
  lower: v.optional(said(v.number(), 'Not below the least value that there can be.')),
  upper: v.optional(v.number()),
  rangeLimit: v.optional(said(v.number(), 'The limit of the moving range.')),
  why: v.optional(said(v.string(), 'Why there are no limits.')),
  signals: v.array(signal),
  doubt: v.optional(said(v.string(), 'Why values may be too small.')),
});

const note = v.object({
  code: v.string(),
  text: v.optional(said(v.string(), 'Absent for an access key with aggregateOnly.')),
  issues: v.optional(said(v.number(), 'How many issues it is about.')),
});

const problem = v.object({
  source: said(v.picklist(['settings', 'shared']), 'The question, or the settings of the site.'),
  path: said(v.string(), 'As it was given.'),
  text: v.string(),
});

const members = {
  report: v.string(),
  title: v.string(),
  settings: said(v.record(v.string(), v.unknown()), 'All of them, as they are stored.'),
  jql: v.string(),
  eyes: v.optional(
    said(v.string(), 'Whose rights the figures have, where these are not those of the caller.'),
  ),
  asOf: said(v.string(), 'ISO time in UTC.'),
  timeZone: v.string(),
  doneRule: v.optional(
    said(
      v.looseObject({ text: v.string(), own: v.boolean() }),
      'What counted as done; absent where no figure depends on it.',
    ),
  ),
  dataAsOf: v.optional(v.nullable(v.string())),
  coverage: v.optional(
    said(
      v.looseObject({
        issues: part,
        histories: part,
        worklogs: part,
        complete: v.boolean(),
        reasons: v.array(v.string()),
      }),
      'Absent for an access key with aggregateOnly.',
    ),
  ),
  complete: said(v.boolean(), 'False: data are missing, figures may be too small.'),
  problems: v.optional(v.array(problem)),
  headline: v.optional(
    v.object({
      sentence: v.optional(v.string()),
      figures: v.array(headlineFigure),
    }),
  ),
  limits: v.optional(
    said(
      v.array(limits),
      'Process limits of the figures by period, where the settings ask for them.',
    ),
  ),
  doubts: said(v.array(v.string()), 'Limits of the figures, in sentences.'),
  notes: v.array(note),
  definitions: v.array(v.object({ figure: v.string(), text: v.string() })),
  table,
  byBoard: v.optional(
    said(
      table,
      'Of a board set with several boards: headline and totals by board; what is on several is taken away once, so that rows of sums and counts add up to the total.',
    ),
  ),
  figures: said(v.array(figure), 'Every number of headline and table.'),
} as const;

export const ANSWER = v.object(members);
export type Answer = v.InferOutput<typeof ANSWER>;
export type AnswerFigure = v.InferOutput<typeof figure>;

/** Begins the keys of the table by boards: 'byBoard/board:7/resolved'. */
export const BY_BOARD = 'byBoard/';

/** The key of a number in a table; `row` is empty for the total. */
export const figureKey = (row: string, column: string): string =>
  row === '' ? column : `${row}/${column}`;

/** Parts of the answer that OpenAPI names. */
export const ANSWER_PARTS = {
  Table: table,
  HeadlineFigure: headlineFigure,
  Figure: figure,
  Note: note,
};
