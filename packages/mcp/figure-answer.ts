import type { Question } from '@tallyboard/engine/ask/question.ts';
import { type Answer, bodyOf } from './answer.ts';
import { type FigureJson, type McpHost, ToolError } from './host.ts';
import { reportLink } from './links.ts';

/** A report as an answer. */
export function figureAnswer(host: McpHost, question: Question, json: FigureJson): Answer {
  const { table, title } = json;
  return {
    title,
    reasons: reasonsOf(json),
    headline: headlineOf(json),
    table,
    moreBy: "ask the tool 'issues' with the same arguments and from",
    facts: factsOf(json),
    notes: [...groupsOf(table), ...notesOf(json)],
    link: reportLink(host, question),
    data: { report: json.report, asOf: json.asOf, timeZone: json.timeZone },
  };
}

/** Why the figures are partial; throws for `strict`. */
export function requireWhole(reasons: readonly string[], strict = false): void {
  if (strict && reasons.length > 0)
    throw new ToolError(
      `Not complete: ${reasons.join(' ')} Ask without strict for partial figures.`,
    );
}

export function reasonsOf({ coverage, complete }: FigureJson): readonly string[] {
  if (complete) return [];
  const reasons = coverage?.reasons ?? [];
  return reasons.length > 0 ? reasons : ['Some data could not be read.'];
}

function headlineOf({ headline }: FigureJson): string | undefined {
  if (!headline) return undefined;
  const figures = headline.figures.map(
    ({ label, text, of, goal }) =>
      `${label}: ${text}${of ? ` ${of}` : ''}${goal ? ` (${goal.text})` : ''}`,
  );
  return [headline.sentence, figures.join('; ')].filter(Boolean).join(' ');
}

export function factsOf(json: FigureJson): readonly string[] {
  const { asOf, timeZone, dataAsOf, doneRule, coverage, complete } = json;
  const { issues, histories } = coverage ?? {};
  const part =
    issues && issues.fetched < (issues.total ?? Infinity)
      ? `${issues.fetched} of ${issues.total}`
      : issues?.total;
  const read =
    histories && histories.fetched < (histories.total ?? Infinity)
      ? `, histories ${histories.fetched} of ${histories.total}`
      : '';
  return [
    `As of ${asOf}`,
    timeZone,
    ...(dataAsOf ? [`data as of ${dataAsOf}`] : []),
    ...(doneRule ? [`done: ${doneRule.text}`] : []),
    issues ? `coverage: ${part} issues${read}` : `coverage: ${complete ? 'complete' : 'partial'}`,
  ];
}

function notesOf({ problems = [], notes, doubts, table }: FigureJson): readonly string[] {
  const hidden = table.folded
    ? [
        `${table.folded} rows are not shown: they have fewer than three issues, or would give such a row away.`,
      ]
    : [];
  return [
    ...hidden,
    ...problems.map(({ path, text }) => `${path}: ${text}`),
    // A key with `aggregateOnly` gets the codes only.
    ...notes.flatMap(({ text }) => text ?? []),
    ...doubts,
  ];
}

const MIN_GROUPED = 30;
const MAX_GROUPS = 12;
const KEY = /^[A-Z][A-Z0-9_]+-\d+\b/;

/** The sizes of groups of a long table of single issues, by its first column with few different texts. */
function groupsOf({ columns, rows, fields, hasTotal }: FigureJson['table']): readonly string[] {
  const body = bodyOf({ rows, hasTotal });
  if (body.length < MIN_GROUPED || !body.every(([first]) => KEY.test(String(first)))) return [];
  for (const [at, column] of columns.entries()) {
    if (at === 0 || fields[at]?.type === 'number') continue;
    const counts = Map.groupBy(body, row => String(row[at] ?? 'None'));
    if (counts.size < 2 || counts.size > MAX_GROUPS) continue;
    const sizes = [...counts].map(([name, all]) => `${name} ${all.length}`);
    return [`By ${column}: ${sizes.join(', ')}.`];
  }
  return [];
}

/** Unique names of rows: the first text, with those of the next columns where rows share it. */
export function rowNames({ rows, fields }: FigureJson['table']): readonly string[] {
  const numbers = fields.findIndex(({ type }) => type === 'number');
  const texts = numbers < 0 ? fields.length : numbers;
  const namesBy = (count: number) => rows.map(row => row.slice(0, count).join(' · '));
  for (let count = 1; count <= texts; count++) {
    const names = namesBy(count);
    if (new Set(names).size === names.length) return names;
  }
  return namesBy(Math.max(1, texts)).map((name, at) => `${name} · ${at}`);
}
