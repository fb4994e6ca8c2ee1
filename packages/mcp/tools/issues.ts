import { recordOf } from '@tallyboard/core/unknown.ts';
import { readSiteState } from '@tallyboard/engine/ask/answer-report.ts';
import { explainRefusal } from '@tallyboard/jira/endpoints/jql.ts';
import {
  fetchFirstIssues,
  fetchIssueCount,
  fetchIssuesById,
} from '@tallyboard/jira/endpoints/search.ts';
import { withPlace } from '@tallyboard/jira/jql/query-error.ts';
import { hintFor } from '@tallyboard/report-kit/settings/describe.ts';
import type { Answer } from '../answer.ts';
import { factsOf, figureAnswer, reasonsOf, requireWhole, rowNames } from '../figure-answer.ts';
import { type FigureJson, type McpHost, ToolError } from '../host.ts';
import { issuesLink, reportLink } from '../links.ts';
import { type Args, readQuestion } from '../question.ts';

export interface IssuesArgs extends Args {
  readonly row?: string;
  readonly column?: string;
  readonly figure?: string;
  readonly from?: number;
}

const PAGE = 40;
const MAX_FROM = 5_000;
const FIELDS = ['summary', 'status', 'assignee', 'created', 'resolutiondate'];
const MORE = 'ask again with from';

/** The issues of a query, or behind one figure of a report, or the rows of its table. */
export async function issues(
  host: McpHost,
  args: IssuesArgs,
  signal: AbortSignal,
): Promise<Answer> {
  if (host.issueRefusal !== null) throw new ToolError(host.issueRefusal);
  const { report, saved, from = 0 } = args;
  if (from > MAX_FROM) throw new ToolError(`from is at most ${MAX_FROM}: narrow the query.`);
  if (report === undefined && saved === undefined) return issuesOfQuery(host, args, signal);
  const question = await readQuestion(host, args);
  const figures = await host.figures(question, signal);
  const { json } = figures;
  requireWhole(reasonsOf(json), args.strict);
  if (!namesCell(args)) {
    const whole = figureAnswer(host, question, json);
    const { rows: all, keys } = json.table;
    const table = { ...json.table, rows: all.slice(from), keys: keys.slice(from) };
    return { ...whole, table, data: { ...whole.data, from } };
  }
  const cell = cellOf(json, args);
  const page = await figures.keys(cell.pointer, from, PAGE);
  if (!page) throw new ToolError(`'${cell.name}' is not a number of issues. ${cell.others}`);
  const rows = await readRows(host, page.keys, signal);
  return {
    title: `${json.title}, ${cell.name}: ${page.total} issues`,
    reasons: reasonsOf(json),
    table: { columns: COLUMNS, rows },
    rowsAfter: Math.max(0, page.total - from - rows.length),
    moreBy: MORE,
    facts: [...factsOf(json), 'status and assignee are those of now'],
    link: reportLink(host, question),
    data: { report: json.report, asOf: json.asOf, total: page.total, from },
  };
}

async function issuesOfQuery(
  host: McpHost,
  { jql, from = 0, strict }: IssuesArgs,
  signal: AbortSignal,
): Promise<Answer> {
  if (jql === undefined) throw new ToolError('Give jql, or a report with row and column.');
  const source = await host.source();
  const { client } = source;
  const search = { jql, fields: FIELDS, max: from + PAGE };
  const [{ items }, total, { zone, reasons }] = await Promise.all([
    fetchFirstIssues(client, search, signal),
    fetchIssueCount(client, jql, signal),
    readSiteState(source, host.now()),
  ]).catch(async (error: unknown) => {
    throw withPlace(await explainRefusal(client, error, jql, signal), jql);
  });
  requireWhole(reasons, strict);
  const rows = items.slice(from).map(rowOf);
  return {
    title: `${total.toLocaleString('en')} issues`,
    reasons,
    table: { columns: COLUMNS, rows },
    rowsAfter: Math.max(0, total - from - rows.length),
    moreBy: MORE,
    facts: [
      `As of ${new Date(source.age?.present ?? host.now()).toISOString()}`,
      zone,
      `jql: ${jql}`,
    ],
    link: issuesLink(host, jql),
    data: { total, from },
  };
}

const COLUMNS = ['Key', 'Summary', 'Status', 'Assignee', 'Created', 'Resolved'];

function rowOf(issue: unknown): (string | null)[] {
  const { key, fields } = recordOf(issue);
  const { summary, status, assignee, created, resolutiondate } = recordOf(fields);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const day = (value: unknown) => text(value)?.slice(0, 10) ?? null;
  const { name } = recordOf(status);
  const { displayName } = recordOf(assignee);
  return [
    text(key),
    text(summary),
    text(name),
    text(displayName),
    day(created),
    day(resolutiondate),
  ];
}

/** In the order of the keys. */
async function readRows(host: McpHost, keys: readonly string[], signal: AbortSignal) {
  if (keys.length === 0) return [];
  const { client } = await host.source();
  const { issues: found } = await fetchIssuesById(client, keys, { fields: FIELDS }, signal);
  const byKey = new Map(found.map(issue => [String(recordOf(issue).key), rowOf(issue)]));
  return keys.map(key => byKey.get(key) ?? [key, null, null, null, null, null]);
}

type CellArgs = Pick<IssuesArgs, 'row' | 'column' | 'figure'>;

export const namesCell = ({ row, column, figure }: CellArgs): boolean =>
  row !== undefined || column !== undefined || figure !== undefined;

/** Row and column of the key of a figure. */
function cellArgs({ row = '', column = '', figure }: CellArgs) {
  if (figure === undefined) return { row, column };
  const at = figure.lastIndexOf('/');
  return { row: figure.slice(0, Math.max(0, at)), column: figure.slice(at + 1) };
}

/** A cell of the table: by its key, or by the name, key or number of its row and the name or head of its column. */
export function cellOf({ table }: FigureJson, args: CellArgs) {
  const { row, column } = cellArgs(args);
  const { rows, fields, columns, keys } = table;
  const names = rowNames(table);
  const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const keyed = keys.indexOf(row);
  const named = keyed >= 0 ? keyed : names.findIndex(name => isSame(name, row));
  const at = named >= 0 ? named : /^\d+$/.test(row) && Number(row) < rows.length ? Number(row) : -1;
  if (at < 0)
    throw new ToolError(
      `The table has no row '${row}'.${hintFor(row, names)} It has: ${listed(names)}.`,
    );
  const field = fields.findIndex(
    ({ name }, index) => isSame(name, column) || isSame(columns[index] ?? '', column),
  );
  const others = `Columns: ${listed(columns.slice(1))}.`;
  if (field < 0)
    throw new ToolError(
      `The table has no column '${column}'.${hintFor(column, columns)} ${others}`,
    );
  const head = columns[field] ?? '';
  return {
    pointer: `/table/rows/${at}/${fields[field]?.name}`,
    name: `${names[at]}, ${head}`,
    value: rows[at]?.[field] ?? null,
    others,
  };
}

const MAX_LISTED = 20;

function listed(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return `${names.slice(0, MAX_LISTED).join(', ')}${more}`;
}
