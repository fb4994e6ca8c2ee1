import type { Answer } from '../answer.ts';
import { factsOf, figureAnswer, reasonsOf, requireWhole, rowNames } from '../figure-answer.ts';
import { type FigureJson, type McpHost, ToolError } from '../host.ts';
import { reportLink } from '../links.ts';
import { type Args, readQuestion } from '../question.ts';

/** `report`, and others that show one. */
export async function report(host: McpHost, args: Args, signal: AbortSignal): Promise<Answer> {
  const question = await readQuestion(host, args);
  const { json } = await host.figures(question, signal);
  requireWhole(reasonsOf(json), args.strict);
  return figureAnswer(host, question, json);
}

export interface CompareArgs extends Args {
  readonly otherAsOf?: string;
  readonly otherJql?: string;
}

/** Both questions of a comparison. */
export async function readPair(host: McpHost, args: CompareArgs) {
  const { otherAsOf, otherJql } = args;
  if (otherAsOf === undefined && otherJql === undefined)
    throw new ToolError('Give otherAsOf or otherJql: what to compare with.');
  const question = await readQuestion(host, args);
  const other = await readQuestion(host, {
    ...args,
    ...(otherJql !== undefined && { jql: otherJql }),
    ...(otherAsOf !== undefined && { asOf: otherAsOf }),
  });
  return { question, other };
}

/** The figures that differ between two times or two queries. */
export async function compare(
  host: McpHost,
  args: CompareArgs,
  signal: AbortSignal,
): Promise<Answer> {
  const { question, other } = await readPair(host, args);
  const [{ json: a }, { json: b }] = await Promise.all([
    host.figures(question, signal),
    host.figures(other, signal),
  ]);
  const reasons = [...new Set([...reasonsOf(a), ...reasonsOf(b)])];
  requireWhole(reasons, args.strict);
  const { rows, same } = differences(a, b);
  const [names, others] = args.otherJql === undefined ? [a.asOf, b.asOf] : [a.jql, b.jql];
  return {
    title: `${a.title}: ${names} and ${others}`,
    reasons,
    headline: rows.length === 0 ? 'No figure of the table differs.' : undefined,
    table: { columns: ['Row', 'Figure', 'First', 'Second', 'Difference'], rows },
    moreBy: 'ask for one row with the tool explain',
    facts: [...factsOf(a), `second: ${factsOf(b).join(', ')}`, `${same} figures are the same`],
    link: reportLink(host, question),
    data: {
      report: a.report,
      asOf: a.asOf,
      otherAsOf: b.asOf,
      same,
      otherLink: reportLink(host, other),
    },
  };
}

type Cell = string | number | null;

/** Rows are the same if their names are; a row that one table lacks has no figures there. */
function differences({ table: a }: FigureJson, { table: b }: FigureJson) {
  const rowsOf = (table: FigureJson['table']) =>
    new Map(rowNames(table).map((name, index) => [name, table.rows[index] ?? []]));
  const [first, second] = [rowsOf(a), rowsOf(b)];
  const at = new Map(b.fields.map(({ name }, index) => [name, index]));
  const rows: Cell[][] = [];
  let same = 0;
  for (const name of new Set([...first.keys(), ...second.keys()]))
    for (const [index, { name: field, type }] of a.fields.entries()) {
      if (index === 0 || type !== 'number') continue;
      const one = first.get(name)?.[index] ?? null;
      const two = second.get(name)?.[at.get(field) ?? -1] ?? null;
      if (one === two) same++;
      else rows.push([name, a.columns[index] ?? field, one, two, differenceOf(one, two)]);
    }
  return { rows, same };
}

/** Without the noise of binary fractions. */
const differenceOf = (one: Cell, two: Cell): number | null =>
  typeof one === 'number' && typeof two === 'number' ? Number((two - one).toPrecision(12)) : null;
